"""Where a demo happens: a whole system of its own in a data dir that is thrown away, or in a given one."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tiercel.client import Tiercel
from tiercel.demo.story import Story
from tiercel.local_system import LocalSystem

# A demo is no installation: it takes any port and does not become the local service that clients find.
PORT = "0"


@contextmanager
def stage(data_dir: Path | None, story: Story) -> Iterator[Tiercel]:
    """Start everything, hand out a client, stop everything cleanly."""
    with tempfile.TemporaryDirectory(prefix="tiercel-demo-") as scratch:
        home = data_dir if data_dir is not None else Path(scratch) / "data"
        story.line("Starting the queue server, the vector engine, the API and the workers ...")
        with LocalSystem(home, _environment(Path(scratch))) as system:
            story.line(f"Ready at {system.url}, data in {home}")
            with system.connect() as client:
                yield client
            story.line("Stopping ...")
        story.line("Stopped cleanly.")


def _environment(scratch: Path) -> Mapping[str, str]:
    return {"TIERCEL_PORT": os.environ.get("TIERCEL_PORT", PORT), "XDG_CONFIG_HOME": str(scratch / "config")}
