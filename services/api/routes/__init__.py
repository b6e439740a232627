"""One file per noun of the API."""

from services.api.routes import (
    admin_keys,
    admin_tenant_settings,
    admin_tenants,
    audit,
    captures,
    dead_letters,
    extract,
    health,
    ledger,
    markdown,
    memories,
    memory_feedback,
    metrics,
    openapi,
    openclaw,
    recall,
    reports,
    reviews,
    status,
    traces,
    transfer,
    turns,
)

ROUTERS = tuple(
    module.router
    for module in (
        turns,
        reports,
        extract,
        captures,
        memories,
        memory_feedback,
        transfer,
        markdown,
        recall,
        openclaw,
        traces,
        reviews,
        ledger,
        status,
        audit,
        admin_tenants,
        admin_tenant_settings,
        admin_keys,
        dead_letters,
        health,
        metrics,
        openapi,
    )
)
