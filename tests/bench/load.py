"""Turns under load: acknowledgement latency at a fixed rate, and how many a second are taken in batches."""

import http.client
import json
import threading
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.bench.measures import percentile

STATEMENTS = (
    "I prefer answers in {n} short paragraphs.",
    "My train to Potsdam leaves from platform {n}.",
    "We decided to keep {n} replicas of the orders database.",
    "我喜欢第{n}种配色方案。",
    "我的工位在{n}号楼。",
    "ok thanks {n}",
)


@dataclass(frozen=True, slots=True)
class Door:
    """Where to post, with which key."""

    url: str
    key: str

    def connect(self) -> http.client.HTTPConnection:
        """A connection of one's own."""
        parts = urlsplit(self.url)
        return http.client.HTTPConnection(parts.hostname or "127.0.0.1", parts.port or 80, timeout=30)

    def post(self, connection: http.client.HTTPConnection, path: str, body: object) -> tuple[int, bytes]:
        """Status and body of one POST."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def get(self, path: str) -> object:
        """The JSON of one GET."""
        connection = self.connect()
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.key}"})
        body = json.loads(connection.getresponse().read())
        connection.close()
        return body


def turn_body(number: int, *, run: str, users: int = 50) -> dict[str, object]:
    """One turn of one of `users` people; the same number gives the same turn."""
    user = f"user-{number % users}"
    text = STATEMENTS[number % len(STATEMENTS)].format(n=number)
    messages = [{"role": "user", "text": text}, {"role": "assistant", "text": "Noted."}]
    return {"turn_id": f"{run}-{number}", "session_id": f"{run}-{user}", "user_id": user, "messages": messages}


def acknowledgements(door: Door, *, rate: int = 200, seconds: float = 15.0, threads: int = 16) -> dict[str, float]:
    """Post single turns at a fixed rate, whatever the answers take. Latency counts from the moment a turn was due."""
    total = int(rate * seconds)
    latencies: list[float] = []
    refused = [0]
    lock = threading.Lock()
    turns = iter(range(total))
    began = time.perf_counter() + 0.5

    def work() -> None:
        connection = door.connect()
        while True:
            with lock:
                number = next(turns, None)
            if number is None:
                return
            due = began + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            status, _ = door.post(connection, "/v1/turns", turn_body(number, run="ack"))
            took = time.perf_counter() - due
            with lock:
                latencies.append(took)
                refused[0] += status != 202

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return {
        "rate_per_second": rate,
        "turns": total,
        "refused": refused[0],
        "p50_ms": percentile(latencies, 50) * 1000,
        "p95_ms": percentile(latencies, 95) * 1000,
        "p99_ms": percentile(latencies, 99) * 1000,
    }


def batches(door: Door, *, turns: int = 5000, batch: int = 250) -> dict[str, float]:
    """Post batches one after another from one client."""
    connection = door.connect()
    refused = 0
    began = time.perf_counter()
    for start in range(0, turns, batch):
        bodies = [turn_body(number, run="batch") for number in range(start, start + batch)]
        status, _ = door.post(connection, "/v1/turns/batch", {"turns": bodies})
        refused += status != 202
    took = time.perf_counter() - began
    return {"turns": turns, "batch": batch, "refused_batches": refused, "accepted_per_second": turns / took}
