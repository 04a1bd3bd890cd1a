"""A store's vectors are all of one model."""

from yorisoi.ports import DocumentStore, Embedder


async def bind(store: DocumentStore, embedder: Embedder) -> None:
    """Have the store take vectors of this model alone.

    What dimension they have the model is asked itself, since a server's is not known before it has answered.  Raises
    EmbeddingMismatch: the store was built with another one; and what the embedder raises.
    """
    nothing = await embedder.embed_passages([])
    await store.bind_embedding(embedder.name, nothing.shape[1])
