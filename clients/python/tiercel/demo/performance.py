"""The order of a demo, and what has to be true at its end."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tiercel.client import Json, Tiercel
from tiercel.demo.parts import Question
from tiercel.demo.player import Played, play
from tiercel.demo.script import Script
from tiercel.demo.story import Story, shortened

MOST_QUESTIONS = 15
PAGE = 200


@dataclass(slots=True)
class Performance:
    """One demo against a running service. `failures` says what was promised and did not happen."""

    client: Tiercel
    story: Story
    script: Script
    failures: list[str] = field(default_factory=list)

    def run(self) -> int:
        """The exit code: 0 where everything that was promised happened."""
        self.story.line(f"Playing: {self.script.title} ({len(self.script.posts)} turns)", "bold")
        for note in self.script.notes:
            self.story.line(f"note: {note}", "yellow")
        played = self._play()
        self._show_rejection(played)
        self._review()
        if self.script.fresh is not None:
            self._ask_at_once(self.script.fresh)
        self._ask()
        self._look_for_secrets()
        self._balance()
        self.story.heading("Verdict")
        for failure in self.failures:
            self.story.checked(failure, good=False)
        if not self.failures:
            self.story.checked("everything happened as promised", good=True)
        return 1 if self.failures else 0

    def _play(self) -> list[Played]:
        self.story.heading("Turns are posted, and decided on")
        done: list[Played] = []
        for number, played in enumerate(play(self.client, self.script.posts, tell=self.story.line), start=1):
            self.story.played(number, len(self.script.posts), played)
            done.append(played)
            if played.status not in {"done", "skipped", "refused"}:
                self.failures.append(f"turn {played.post.turn_id} ended as {played.status}")
        refused = [played for played in done if played.status == "refused"]
        if refused and len(refused) == len(done):
            self.failures.append(f"nothing was played: every turn was refused, the first because: {refused[0].reason}")
        elif refused:
            self.story.line(f"{len(refused)} of {len(done)} turns were refused, the first because: {refused[0].reason}", "yellow")
        return done

    def _show_rejection(self, played: list[Played]) -> None:
        rejected = [outcome for one in played for outcome in one.outcomes if outcome["action"] == "REJECT" and outcome.get("trace_id")]
        if not rejected:
            return
        self.story.heading("One rejected candidate, stage by stage")
        telling = next((outcome for outcome in rejected if self.script.rejection and self.script.rejection in outcome["text"]), rejected[0])
        self.story.trace(self.client.trace(telling["trace_id"]))

    def _review(self) -> None:
        waiting: list[Json] = self.client.reviews(status="pending", limit=PAGE)["items"]
        self.story.heading(f"{len(waiting)} wait in review")
        for review in waiting:
            self.story.line(f"? {shortened(str(review['text']))} ({review['reason']})", "yellow")
            why = next((why for words, why in self.script.approvals if words in review["text"]), None)
            if why is not None and review["kind"] == "candidate":
                answer = self.client.answer_review(review["id"], "approve", note=why)
                self.story.line(f"    a reviewer approves it: {why}", "green")
                if answer.get("action") == "UPDATE":
                    self.story.versions(self.client.history(answer["memory"]["id"])["items"])

    def _ask_at_once(self, fresh: Any) -> None:
        self.story.heading("Asked before anybody has judged it")
        receipt = self.client.post_turn(fresh["turn"])
        answer = self.client.recall(fresh["query"], **fresh["who"])
        self._judge(Question(query=fresh["query"], who=fresh["who"], expect=tuple(fresh["expect"])), answer)
        if "capture_id" in receipt:
            self.client.capture(receipt["capture_id"], wait_seconds=30)

    def _ask(self) -> None:
        questions = self.script.questions[:MOST_QUESTIONS]
        if questions:
            self.story.heading(f"{len(questions)} questions, and what would enter the prompt")
        for question in questions:
            self._judge(question, self.client.recall(question.query, **question.who))

    def _judge(self, question: Question, answer: Json) -> None:
        texts = " \n".join(str(memory["text"]) for memory in answer["memories"]).casefold()
        leaked = [word for word in question.forbid if word.casefold() in texts]
        found = [word for word in question.expect if word.casefold() in texts]
        unasked = question.nothing and bool(answer["memories"])
        good = not leaked and not unasked and (bool(found) or not question.expect)
        if unasked:
            verdict = f"expected nothing, but there are {len(answer['memories'])} memories"
        elif leaked:
            verdict = f"shows what it must not: {', '.join(leaked)}"
        elif question.expect:
            verdict = f"found: {found[0]}" if found else f"expected but not found: {' or '.join(question.expect)}"
        else:
            verdict = "nothing that it must not show" if question.forbid else f"{len(answer['memories'])} memories"
        self.story.asked(question, answer, verdict, good=good if question.promises else None)
        if not good:
            self.failures.append(f'"{question.query}": {verdict}')

    def _look_for_secrets(self) -> None:
        if not self.script.secrets:
            return
        self.story.heading("Secrets stop at the door")
        stored = list(self._everything_stored())
        leaked = [secret for secret in self.script.secrets if any(secret in text for text in stored)]
        self.story.checked(f"{len(leaked)} of {len(self.script.secrets)} secrets in {len(stored)} stored texts", good=not leaked)
        self.failures.extend(f"a secret was stored: {secret[:6]}…" for secret in leaked)

    def _everything_stored(self) -> Iterator[str]:
        for listing in (self.client.memories, self.client.reviews):
            cursor: str | None = None
            while True:
                page = listing(limit=PAGE, cursor=cursor)
                yield from (str(item) for item in page["items"])
                cursor = page.get("next_cursor")
                if cursor is None:
                    break

    def _balance(self) -> None:
        self.story.heading("The ledger: nothing is lost silently")
        ledger = self.client.ledger()
        for name in ("turns", "candidates", "explicit"):
            self.story.counts(name, ledger[name])
        balanced = ledger["imbalance"] == 0
        self.story.checked(f"imbalance {ledger['imbalance']}", good=balanced)
        if not balanced:
            self.failures.append(f"the ledger is out of balance by {ledger['imbalance']}")
