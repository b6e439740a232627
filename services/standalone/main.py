"""`python -m services.standalone`: the whole system in the foreground until Ctrl-C or SIGTERM."""

import os
import signal
import sys
import time
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

from services.standalone import lock
from services.standalone.announce import local_file, ready_lines, write_local_file
from services.standalone.data_dir import DataDir, lay_out, open_data_dir
from services.standalone.leftovers import end_leftovers
from services.standalone.logs import LogFolder
from services.standalone.supervisor import StartFailed, Supervisor
from services.standalone.system import plan_system
from shared.domain.errors import SettingsInvalid
from shared.settings import Settings, load_settings

TEND_SECONDS = 0.2


def server_version() -> str:
    """Of the installed distribution; `source` in a tree that was never installed."""
    try:
        return version("tiercel-server")
    except PackageNotFoundError:
        return "source"


def say(line: str) -> None:
    """To the terminal, at once."""
    print(line, flush=True)


class StopSignals:
    """SIGINT and SIGTERM, remembered."""

    def __init__(self) -> None:
        self.asked = False
        signal.signal(signal.SIGINT, self._ask)
        signal.signal(signal.SIGTERM, self._ask)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` wants it to outlive its terminal
            signal.signal(signal.SIGHUP, self._ask)

    def _ask(self, *_: object) -> None:
        self.asked = True


def serve(settings: Settings, environ: Mapping[str, str], data_dir: DataDir, signals: StopSignals) -> None:
    """Start, tend, stop. Raises SettingsInvalid and StartFailed; whatever started has stopped by then."""
    began = time.monotonic()
    ended = end_leftovers(data_dir.children_file)
    if ended:
        say(f"Ended {ended} processes that an earlier run had left on {data_dir.root}.")
    lay_out(data_dir, server_version())
    system = plan_system(data_dir, settings, environ)
    supervisor = Supervisor(
        system.specs,
        logs=LogFolder(data_dir.logs, settings.standalone.log_max_bytes, settings.standalone.log_backups),
        record_file=data_dir.children_file,
        environment=system.environment,
        say=say,
        stopping=lambda: signals.asked,
    )
    try:
        supervisor.start()
        if not signals.asked:
            _announce(settings, environ, data_dir, url=system.url, seconds=time.monotonic() - began)
        while not signals.asked:
            supervisor.tend()
            time.sleep(TEND_SECONDS)
        say("Stopping: intake first, then the workers, then the stores ...")
    finally:
        supervisor.stop()
    say("Stopped.")


def _announce(settings: Settings, environ: Mapping[str, str], data_dir: DataDir, *, url: str, seconds: float) -> None:
    file = local_file(environ)
    try:
        write_local_file(file, url=url, data_dir=data_dir)
    except OSError as fault:
        say(f"{file} cannot be written ({fault}): clients need TIERCEL_URL={url} and TIERCEL_API_KEY.")
    for line in ready_lines(settings, url=url, data_dir=data_dir, seconds=seconds):
        say(line)


def main() -> int:
    """Exit codes: 0 stopped cleanly, 2 a setting is wrong, 3 a child does not start."""
    signals = StopSignals()
    try:
        settings = load_settings(os.environ)
        data_dir = open_data_dir(settings.standalone.data_dir)
        with lock.hold(data_dir.lock_file):
            serve(settings, os.environ, data_dir, signals)
    except SettingsInvalid as fault:
        print(f"Tiercel does not start: {fault}", file=sys.stderr)
        return 2
    except StartFailed as fault:
        print(f"Tiercel does not start: {fault}", file=sys.stderr)
        return 3
    return 0
