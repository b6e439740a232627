"""One call for `tiercel demo` and `python -m tiercel.demo`."""

import signal
import sys
from pathlib import Path
from typing import NoReturn

from rich.console import Console

from tiercel.demo.performance import Performance
from tiercel.demo.script import load_script
from tiercel.demo.stage import stage
from tiercel.demo.story import Story


def run_demo(*, file: Path | None, limit: int | None, data_dir: Path | None) -> int:
    """The exit code. Raises TiercelError where the file cannot be played or the service does not start."""
    script = load_script(file, limit=limit)
    signal.signal(signal.SIGTERM, _leave)
    story = Story(Console(file=sys.stdout))
    with stage(data_dir, story) as client:
        return Performance(client, story, script).run()


def _leave(*_: object) -> NoReturn:
    """SIGTERM leaves like Ctrl-C: through every `with`, so that what was started is stopped."""
    raise KeyboardInterrupt
