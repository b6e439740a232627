"""Which prefixes an embedding model was trained with: without them a question and its answer lie further apart."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """Put before every query and every passage."""

    query: str = ""
    passage: str = ""


NO_PREFIXES = Prefixes()

# A part of the model's name -> its prefixes, as its model card gives them. The first row that fits wins.
PREFIX_TABLE: tuple[tuple[str, Prefixes], ...] = (
    ("e5-mistral", Prefixes("Instruct: Retrieve passages that answer the query\nQuery: ", "")),
    ("e5-large-instruct", Prefixes("Instruct: Retrieve passages that answer the query\nQuery: ", "")),
    ("e5", Prefixes("query: ", "passage: ")),
    ("nomic-embed", Prefixes("search_query: ", "search_document: ")),
    ("mxbai-embed", Prefixes("Represent this sentence for searching relevant passages: ", "")),
    ("snowflake-arctic-embed", Prefixes("Represent this sentence for searching relevant passages: ", "")),
    ("bge-large-zh", Prefixes("为这个句子生成表示以用于检索相关文章：", "")),
    ("bge-base-zh", Prefixes("为这个句子生成表示以用于检索相关文章：", "")),
    ("bge-small-zh", Prefixes("为这个句子生成表示以用于检索相关文章：", "")),
)


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model by its name; none where the table does not know it."""
    lowered = model.lower()
    return next((prefixes for part, prefixes in PREFIX_TABLE if part in lowered), NO_PREFIXES)
