"""Names that other memory systems use, as thin calls of the service."""

from tiercel.compat.fluid import fluid_forget, fluid_recall, fluid_remember, fluid_status

__all__ = ["fluid_forget", "fluid_recall", "fluid_remember", "fluid_status"]
