"""The supervisor with small stand-ins for its children."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from services.standalone import leftovers, lock
from services.standalone.children import ChildSpec
from services.standalone.health import ValkeyProbe
from services.standalone.logs import LogFolder
from services.standalone.supervisor import StartFailed, Supervisor
from shared.domain.errors import SettingsInvalid

SLEEP = "import time; time.sleep(60)"
STUBBORN = "import signal,time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(60)"


def noting(name: str, file: Path) -> str:
    """A child that notes its end in a file."""
    return (
        "import signal,sys,time\n"
        f"def end(*_): open({str(file)!r}, 'a').write({name + ' '!r}); sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, end); print('up', flush=True); time.sleep(60)"
    )


def stub(name: str, code: str, *, start: int = 0, stop: int = 0, seconds: float = 5) -> ChildSpec:
    return ChildSpec(name=name, command=(sys.executable, "-S", "-c", code), start_order=start, stop_order=stop, stop_seconds=seconds)


def wait_for(condition, seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


class LoudSupervisor(Supervisor):
    """Keeps what it says."""

    def __init__(self, specs, **rest):
        self.said = []
        super().__init__(specs, say=self.said.append, **rest)


@pytest.fixture
def family(tmp_path):
    """A function that makes a supervisor; what it started is stopped in the end."""
    made = []

    def make(*specs):
        supervisor = LoudSupervisor(
            specs,
            logs=LogFolder(tmp_path, 1000, 2),
            record_file=tmp_path / "children.json",
            environment=os.environ,
            stopping=lambda: False,
        )
        made.append(supervisor)
        return supervisor

    yield make
    for supervisor in made:
        supervisor.stop()


def log_of(tmp_path, name):
    file = tmp_path / f"{name}.log"
    return file.read_text() if file.exists() else ""


def test_children_are_stopped_in_their_order(family, tmp_path):
    ends = tmp_path / "ends"
    supervisor = family(
        stub("store", noting("store", ends), start=0, stop=2),
        stub("worker", noting("worker", ends), start=2, stop=1),
        stub("api", noting("api", ends), start=1, stop=0),
    )
    supervisor.start()
    wait_for(lambda: all("up" in log_of(tmp_path, name) for name in ("store", "worker", "api")))
    supervisor.stop()
    assert ends.read_text().split() == ["api", "worker", "store"]


def test_a_killed_child_is_started_again_and_said_so(family):
    supervisor = family(stub("worker", SLEEP))
    supervisor.start()
    before = supervisor.pids["worker"]
    os.kill(before, signal.SIGKILL)

    def healed():
        supervisor.tend()
        return supervisor.pids.get("worker", before) != before

    wait_for(healed)
    assert any("worker ended (exit code -9)" in line for line in supervisor.said)


def test_a_child_that_cannot_start_is_named_with_the_end_of_its_log(family, tmp_path):
    never = ValkeyProbe(tmp_path / "nobody-listens.sock")
    supervisor = family(replace(stub("engine", "raise SystemExit('the shard is locked')"), probe=never))
    with pytest.raises(StartFailed, match=r"engine does not start(?s:.*)the shard is locked"):
        supervisor.start()


def test_a_child_that_does_not_stop_in_time_is_ended(family, tmp_path):
    supervisor = family(stub("worker", STUBBORN, seconds=0.2))
    supervisor.start()
    wait_for(lambda: "deaf" in log_of(tmp_path, "worker"))
    pid = supervisor.pids["worker"]
    supervisor.stop()
    assert leftovers.start_ticks(pid) is None
    assert any("worker did not stop within 0.2 s" in line for line in supervisor.said)


def test_children_live_in_sessions_of_their_own_so_that_ctrl_c_reaches_the_supervisor_alone(family):
    supervisor = family(stub("worker", SLEEP))
    supervisor.start()
    assert os.getsid(supervisor.pids["worker"]) == supervisor.pids["worker"]


def test_the_children_of_a_killed_supervisor_end_with_it(tmp_path):
    code = (
        "import os,signal,sys; from pathlib import Path\n"
        "from services.standalone.child import spawn\n"
        "from services.standalone.children import ChildSpec\n"
        f"spec = ChildSpec(name='w', command=(sys.executable, '-S', '-c', {SLEEP!r}), start_order=0, stop_order=0, stop_seconds=1)\n"
        f"child = spawn(spec, log=Path({str(tmp_path)!r}) / 'w.log', environment=os.environ)\n"
        "print(child.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    pid = int(done.stdout)
    wait_for(lambda: leftovers.start_ticks(pid) is None)


def test_leftovers_of_an_earlier_run_are_ended_and_a_reused_pid_is_spared(tmp_path):
    leftover = subprocess.Popen([sys.executable, "-S", "-c", SLEEP], start_new_session=True)
    bystander = subprocess.Popen([sys.executable, "-S", "-c", SLEEP], start_new_session=True)
    file = tmp_path / "children.json"
    try:
        leftovers.record(file, [leftover.pid])
        entries = file.read_text().strip()
        file.write_text(f"[{entries[1:-1]}, [{bystander.pid}, 1]]")
        assert leftovers.end_leftovers(file) == 1
        assert leftover.wait() == -signal.SIGTERM
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()
        leftover.kill()
        leftover.wait()


def test_a_second_start_on_the_same_data_dir_is_refused_with_the_pid_of_the_first(tmp_path):
    with (
        lock.hold(tmp_path / "lock"),
        pytest.raises(SettingsInvalid, match=rf"already runs.*pid {os.getpid()}"),
        lock.hold(tmp_path / "lock"),
    ):
        pass
    with lock.hold(tmp_path / "lock"):
        pass


def test_a_log_over_its_limit_is_copied_aside_and_emptied(tmp_path):
    logs = LogFolder(tmp_path, 10, 2)
    for content in ("first " * 5, "second " * 5, "third " * 5):
        logs.path_of("api").write_text(content)
        assert logs.rotate("api")
    assert logs.path_of("api").read_text() == ""
    assert (tmp_path / "api.log.1").read_text().startswith("third")
    assert (tmp_path / "api.log.2").read_text().startswith("second")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["api.log", "api.log.1", "api.log.2"]
    assert not logs.rotate("api")
