"""A retriever for LlamaIndex."""

import asyncio

from yorisoi.clients.server import Server, about
from yorisoi.errors import ConfigError

try:
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
except ImportError as error:
    raise ConfigError("yorisoi.clients.llamaindex: install it with `pip install yorisoi[llamaindex]`") from error


class YorisoiRetriever(BaseRetriever):
    """Passages of the documents that fit a query: `YorisoiRetriever(Server(url=..., key=...))`."""

    def __init__(self, server: Server | None = None) -> None:
        super().__init__()
        self.server = server or Server()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self.server.search(query_bundle.query_str)
        nodes = [TextNode(id_=str(hit["passage_id"]), text=hit["text"], metadata=about(hit)) for hit in hits]
        return [NodeWithScore(node=node, score=hit["score"]) for node, hit in zip(nodes, hits, strict=True)]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)
