"""Start time and memory of the idle system. Memory is PSS: pages that processes share count once."""

import re
from pathlib import Path


def pss_mb(pid: int) -> float:
    """Proportional set size of one process, in MB."""
    found = re.search(r"^Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii"), re.MULTILINE)
    return int(found.group(1)) / 1024 if found else 0.0


def memory_of(pids: dict[str, int]) -> dict[str, float]:
    """Per process and in all."""
    each = {name: pss_mb(pid) for name, pid in pids.items()}
    return {**each, "total_mb": sum(each.values())}
