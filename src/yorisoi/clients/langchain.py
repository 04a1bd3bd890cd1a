"""A retriever for LangChain."""

from yorisoi.clients.server import Server, about
from yorisoi.errors import ConfigError

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    raise ConfigError("yorisoi.clients.langchain: install it with `pip install yorisoi[langchain]`") from error


class YorisoiRetriever(BaseRetriever):
    """Passages of the documents that fit a query: `YorisoiRetriever(server=Server(url=..., key=...))`."""

    server: Server = Server()

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 LangChain's signature
    ) -> list[Document]:
        hits = self.server.search(query)
        return [Document(id=str(hit["passage_id"]), page_content=hit["text"], metadata=about(hit)) for hit in hits]
