"""A file as a dataset, whichever of the known formats it is in."""

from pathlib import Path

from tiercel.errors import TiercelError
from tiercel.eval.dataset import Dataset, Question
from tiercel.eval.located_json import read_json
from tiercel.eval.locomo_format import Corrections, corrections_in, is_locomo_file, read_locomo
from tiercel.eval.simple_format import is_simple, read_simple


def read_dataset(path: Path, corrections: Path | None = None) -> Dataset:
    """TiercelError says what is wrong with the file, where, and what to do. Corrections are for LoCoMo's format.

    Without them, a file `corrections*.json` beside the dataset is used.
    """
    content = read_json(path)
    if is_locomo_file(content):
        return read_locomo(path, content, _corrections(path, corrections))
    if corrections is not None:
        raise TiercelError(f"--corrections are for LoCoMo's format, and {path} is not in it: correct its answers there.")
    if is_simple(content):
        return read_simple(path, content)
    raise TiercelError(
        f'{path} is neither a benchmark ({{"messages": [...], "questions": [...]}}) nor LoCoMo\'s format: see docs/evaluation.md.'
    )


def read_off_topic(path: Path, dataset: Dataset) -> tuple[Question, ...]:
    """A line a question, blank lines and `#` left out; each is asked of every store."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf-8-sig").splitlines()]
    except (OSError, UnicodeDecodeError) as fault:
        raise TiercelError(f"{path} cannot be read as UTF-8 text, a question a line: {fault}.") from fault
    asked = dict.fromkeys(line for line in lines if line and not line.startswith("#"))
    if not asked:
        raise TiercelError(f"{path} holds no question: write one a line.")
    return tuple(Question(store=store.name, query=query, category="off topic") for store in dataset.stores for query in asked)


def _corrections(path: Path, named: Path | None) -> Corrections:
    beside = named or next(iter(sorted(path.parent.glob("corrections*.json"))), None)
    return {} if beside is None else corrections_in(beside, read_json(beside))
