"""MemoryBank and our questions over it as benchmarks for `tiercel eval`: `python -m tests.bench.memorybank_benchmark FOLDER`.

Writes memorybank_en.json and memorybank_zh.json: the same questions in both languages, so the figures can stand side by side.
Everybody's messages are one store and questions name the person; with `--own`, each person is a store and asks in the first person.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench import memorybank
from tests.bench.memorybank import PersonQuestion, Said
from tests.bench.relevance_trials import off_topic_questions

EVERYBODY = "everybody"


def main() -> None:
    """Both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--own", action="store_true", help="a store a person, questions in the first person")
    options = parser.parse_args()
    if not memorybank.FOLDER.is_dir():
        parser.exit(2, f"MemoryBank is needed at {memorybank.FOLDER}\n")
    options.folder.mkdir(parents=True, exist_ok=True)
    for language in memorybank.FILES:
        path = options.folder / f"memorybank_{language}.json"
        path.write_text(json.dumps(benchmark(language, own=options.own), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(path)


def benchmark(language: str, *, own: bool) -> dict[str, Any]:
    """The questions that both languages have answers to, and off-topic ones of each kind."""
    people = memorybank.persons(language)
    other = {(one.person, one.answers) for one in memorybank.questions("zh")}
    asked = [one for one in memorybank.questions(language) if (one.person, one.answers) in other]
    strangers = [one for one in off_topic_questions() if one.language == language and (own or one.kind == "general")]
    stores = {str(person): told for person, (_, told) in people.items()}
    if not own:
        stores = {EVERYBODY: [said for _, told in people.values() for said in told]}
    return {
        "name": f"MemoryBank {language}, {'first person' if own else 'all persons together'}",
        "stores": [{"name": name, "messages": [_message(said, named=not own) for said in told]} for name, told in stores.items()],
        "questions": [
            *(_question(one, own=own) for one in asked),
            *({"query": one.text, "answers": [], "category": f"off topic, {one.kind}"} for one in strangers),
        ],
    }


def _message(said: Said, *, named: bool) -> dict[str, str]:
    who = {"speaker": said.speaker} if named else {}
    return {"id": said.key, "text": said.text, "session": said.session_id, "at": said.at.isoformat(), **who}


def _question(one: PersonQuestion, *, own: bool) -> dict[str, Any]:
    answers: Sequence[str] = sorted(one.answers)
    if own:
        return {"store": str(one.person), "query": one.first, "answers": answers, "category": "first person"}
    return {"store": EVERYBODY, "query": one.named, "answers": answers, "category": "by name"}


if __name__ == "__main__":
    main()
