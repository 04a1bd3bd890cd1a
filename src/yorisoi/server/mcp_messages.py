"""Messages of the Model Context Protocol that are none.

The library takes what has no id that the protocol knows (`"id": 1.5`) for a notification, which nobody answers, and of
what it cannot read it says all that its validation says, or nothing.
"""

from mcp_types import JSONRPCMessage, JSONRPCNotification, jsonrpc_message_adapter
from pydantic import ValidationError

from yorisoi.server.errors import Refused

_NOTIFICATIONS = "notifications/"
"""What all of them begin with; other methods are requests."""


def read(text: bytes) -> JSONRPCMessage:
    """The message.  Raises Refused: it is none."""
    try:
        message: JSONRPCMessage = jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValidationError as error:
        raise unreadable(error) from error
    check(message)
    return message


def check(message: JSONRPCMessage) -> None:
    """Raises Refused: a request without an id that it could be answered by."""
    if isinstance(message, JSONRPCNotification) and not message.method.startswith(_NOTIFICATIONS):
        raise Refused("invalid", param="id", detail="the id of a request is a whole number or a text")


def unreadable(error: Exception) -> Refused:
    """In our words: what the library found that it cannot read."""
    not_json = isinstance(error, ValidationError) and error.errors()[0]["type"] == "json_invalid"
    return Refused("not_json") if not_json else Refused("invalid", detail="no message of JSON-RPC 2.0")
