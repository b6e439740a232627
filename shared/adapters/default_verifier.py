"""The built-in fact-checking tools: the event's own data, and what is remembered. It knows no benchmarks of any trade."""

from shared.domain.candidate import Attribution
from shared.domain.factuality import Claim, FactVerdict, Finding, Tool
from shared.domain.layer_policy import AUTHORITIES, USERS_OWN
from shared.domain.memory import Memory
from shared.text.measured_figures import compare
from shared.text.negation import same_polarity
from shared.text.numbers import unsupported_numbers
from shared.text.tokens import content_words, stem

REPEATED_FROM = 2
"""So many times and it is no longer a single case."""

MOSTLY = 0.6
"""Share of a claim's content words that a memory of the same thing holds."""

_FIRST_HAND: frozenset[Attribution] = USERS_OWN | AUTHORITIES


class DefaultVerifier:
    """See Verifier. Pure: it looks at nothing but the claim, its event's data and the related memories that came with it."""

    def campaign_analysis(self, claim: Claim) -> Finding:
        """The claim's figures and direction against those of its event."""
        comparison = compare(claim.text, claim.data)
        if comparison.disagreement:
            return Finding(tool=Tool.CAMPAIGN_ANALYSIS, verdict=FactVerdict.DISAGREES, note=comparison.disagreement)
        return _counted(Tool.CAMPAIGN_ANALYSIS, comparison.times, "in the event's data")

    def memory_search(self, claim: Claim) -> Finding:
        """How often the same was said before, the speaker's own word included.

        Never DISAGREES: another value than the remembered one is a change, and whether it replaces the old one is
        decided by the evidence of both, not here.
        """
        times = sum(memory.seen_count for memory in claim.related if _says_so(memory, claim))
        own = 1 if claim.attribution in _FIRST_HAND else 0
        return _counted(Tool.MEMORY_SEARCH, times + own if times else 0, "said, as remembered")

    def industry_benchmark(self, claim: Claim) -> Finding:  # noqa: ARG002 - the port gives it
        """No benchmarks are built in."""
        return Finding(tool=Tool.INDUSTRY_BENCHMARK, verdict=FactVerdict.NO_DATA)


def _counted(tool: Tool, times: int, where: str) -> Finding:
    if times <= 0:
        return Finding(tool=tool, verdict=FactVerdict.NO_DATA)
    verdict = FactVerdict.AGREES_REPEATEDLY if times >= REPEATED_FROM else FactVerdict.AGREES_ONCE
    return Finding(tool=tool, verdict=verdict, note=f"{times} x {where}")


def _says_so(memory: Memory, claim: Claim) -> bool:
    """The same numbers and dates, most of the same words, and none of it denied."""
    if unsupported_numbers(claim.text, (memory.text,)) or not same_polarity(claim.text, memory.text):
        return False
    words = {stem(word) for word in content_words(claim.text)}
    known = {stem(word) for word in content_words(memory.text)}
    return bool(words) and len(words & known) / len(words) >= MOSTLY
