"""Fact-checking tools beside the gateway judge. Plug in your own: docs/verifiers.md."""

from typing import Protocol

from shared.domain.factuality import Claim, Finding


class Verifier(Protocol):
    """Three tools over data of their own, tried in this order until one has data.

    Each answers NO_DATA where it knows nothing. A fault, another answer than a Finding and anything beyond the
    deadline count as no data. Called from several threads.
    """

    def campaign_analysis(self, claim: Claim) -> Finding:
        """Whether what was measured (campaigns, plans, experiments) carries the claim."""
        ...

    def memory_search(self, claim: Claim) -> Finding:
        """Whether what is remembered in the same scope carries the claim."""
        ...

    def industry_benchmark(self, claim: Claim) -> Finding:
        """Whether the claim is within what is known of the trade."""
        ...
