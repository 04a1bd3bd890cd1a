"""Where the server listens."""

import pytest

from yorisoi.errors import ConfigError
from yorisoi.server.listening import bound


def test_an_empty_host_is_no_address_and_not_every_one() -> None:
    with pytest.raises(ConfigError, match="names no address"):
        bound("", 0).close()
