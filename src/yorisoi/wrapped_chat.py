"""A chat model behind another: what every wrapper of one says of it."""

from yorisoi.ports import ChatModel


class WrappedChat:
    """The part of a ChatModel that is the wrapped model's own; a wrapper adds `complete`."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def capable(self) -> bool:
        return self._model.capable

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens
