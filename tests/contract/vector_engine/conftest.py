"""Clients of the embedded engine and, where QDRANT_URL names one, of a real Qdrant server: one suite for both."""

import os
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from qdrant_client import QdrantClient
from qdrant_client import models as m

from tests.processes.vector_engine import STARTED, EngineProcess, open_engine

DIMENSION = 4


@contextmanager
def client_of(url: str, api_key: str, *, check_compatibility: bool = False) -> Iterator[QdrantClient]:
    """A client. Its version check runs in a thread, so tests that end their engine leave it out."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Api key is used with an insecure connection")
        opened = QdrantClient(url=url, api_key=api_key or None, timeout=30, check_compatibility=check_compatibility)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def _no_engine_outlives_its_test() -> Iterator[None]:
    before = len(STARTED)
    yield
    for process in STARTED[before:]:
        if process.poll() is None:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineProcess]:
    """One embedded engine for all tests that do not end it."""
    started = open_engine(tmp_path_factory.mktemp("vector_engine") / "engine")
    yield started
    assert started.stop() == 0, started.log()


@pytest.fixture(scope="session", params=["embedded engine", "qdrant server"])
def client(request: pytest.FixtureRequest) -> Iterator[QdrantClient]:
    """The client under test, as everybody makes it. Any warning but the one about plain http on loopback fails the test."""
    if request.param == "embedded engine":
        engine: EngineProcess = request.getfixturevalue("engine")
        url, api_key = engine.url, engine.api_key
    else:
        url, api_key = os.environ.get("QDRANT_URL", ""), os.environ.get("QDRANT_API_KEY", "")
        if not url:
            pytest.skip("QDRANT_URL is not set: the suite ran against the embedded engine alone")
    with client_of(url, api_key, check_compatibility=True) as opened:
        yield opened


@pytest.fixture
def name(client: QdrantClient) -> Iterator[str]:
    """A collection with a dense and a sparse vector, gone after the test."""
    made = f"contract_{uuid.uuid4().hex[:12]}"
    create(client, made)
    yield made
    client.delete_collection(made)


def create(client: QdrantClient, name: str) -> None:
    """The kind of collection we use."""
    client.create_collection(
        name,
        vectors_config={"dense": m.VectorParams(size=DIMENSION, distance=m.Distance.COSINE)},
        sparse_vectors_config={"sparse": m.SparseVectorParams(modifier=m.Modifier.IDF)},
        hnsw_config=m.HnswConfigDiff(m=0, payload_m=16),
    )


@pytest.fixture
def raw(engine: EngineProcess) -> Iterator[httpx.Client]:
    """Plain HTTP with the key, for what a well-behaved client never sends."""
    with httpx.Client(base_url=engine.url, headers={"api-key": engine.api_key}, trust_env=False) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for an engine of the test's own."""
    return tmp_path / "engine"


def point(number: int, *, text: str = "coffee", user: str = "ann", dense: list[float] | None = None) -> m.PointStruct:
    """A point whose sparse terms are derived from its number."""
    return m.PointStruct(
        id=number,
        vector={
            "dense": dense or [1.0, float(number), 0.5, 0.25],
            "sparse": m.SparseVector(indices=[1, number + 10], values=[1.0, 2.0]),
        },
        payload={
            "number": number,
            "user": user,
            "text": text,
            "current": number % 2 == 0,
            "at": f"2026-03-{number % 28 + 1:02d}T00:00:00Z",
        },
    )
