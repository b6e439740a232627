"""Which fact-checking tools the setting names: none, the built-in ones, or a class of your own (docs/verifiers.md)."""

from importlib import import_module

from shared.adapters.bounded_verifier import BoundedVerifier
from shared.adapters.default_verifier import DefaultVerifier
from shared.domain.errors import SettingsInvalid
from shared.domain.factuality import Tool
from shared.ports.metrics import Metrics
from shared.ports.verifier import Verifier

VARIABLE = "TIERCEL_FACTUALITY_VERIFIER"
REMEDY = "Name an installed package.module:Class that is made without arguments, or set off or default (docs/verifiers.md)."


def build_verifier(named: str, metrics: Metrics) -> Verifier | None:
    """The named tools behind a deadline; None for `off`. SettingsInvalid names the variable, the fault and the remedy."""
    if named == "off":
        return None
    return BoundedVerifier(DefaultVerifier() if named == "default" else _plugged_in(named), metrics)


def _plugged_in(named: str) -> Verifier:
    module_name, _, class_name = named.partition(":")
    try:
        kind = getattr(import_module(module_name), class_name)
        verifier: Verifier = kind()
    except Exception as fault:
        raise SettingsInvalid(f"{VARIABLE}: {named} cannot be built ({type(fault).__name__}: {fault}). {REMEDY}") from fault
    missing = [tool.value for tool in Tool if not callable(getattr(verifier, tool.value, None))]
    if missing:
        raise SettingsInvalid(f"{VARIABLE}: {named} has no method {', '.join(missing)}. {REMEDY}")
    return verifier
