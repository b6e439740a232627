"""How people and clients find the running system: lines on the terminal and a small file in the user's configuration."""

import json
from collections.abc import Mapping
from pathlib import Path

from services.standalone.data_dir import DataDir, write_private
from shared.settings import LlmMode, Settings


def local_file(environ: Mapping[str, str]) -> Path:
    """Where clients look for the local service: `$XDG_CONFIG_HOME/tiercel/local.json`, else `~/.config/tiercel/local.json`."""
    configured = environ.get("XDG_CONFIG_HOME")
    home = Path(configured) if configured else Path(environ.get("HOME") or Path.home()) / ".config"
    return home / "tiercel" / "local.json"


def write_local_file(file: Path, *, url: str, data_dir: DataDir) -> None:
    """Enter address and data dir. Raises OSError where the folder cannot be written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_private(file, json.dumps({"url": url, "data_dir": str(data_dir.root)}, indent=2) + "\n")


def model_line(settings: Settings) -> str:
    """Which mode the pipeline works in, never silently."""
    judge = f"; local judge: {settings.local_judge.model} at {settings.local_judge.base_url}" if settings.has_local_judge else ""
    if settings.llm_is_on:
        return f"model: {settings.model.extraction_model} at {settings.model.base_url}{judge}"
    why = "TIERCEL_LLM_MODE=offline" if settings.model.mode is LlmMode.OFFLINE else "no MEMORY_LLM_API_KEY"
    return f"llm: offline ({why}): deterministic extractor and rules; what they are unsure of waits in review{judge}"


def ready_lines(settings: Settings, *, url: str, data_dir: DataDir, seconds: float) -> tuple[str, ...]:
    """What is printed once everything is ready."""
    key_file = settings.api.admin_key_file or str(data_dir.api_key_file)
    return (
        f"Tiercel is ready at {url} ({seconds:.1f} s)",
        f"  API key: in {key_file}",
        f"  data:    {data_dir.root} (logs in {data_dir.logs})",
        f"  {model_line(settings)}",
        "  Ctrl-C stops it; nothing is lost.",
    )
