"""How much the fault tests do: `TIERCEL_FAULTS=full` is what `make test-faults` runs, the short form is part of every run."""

import os

FULL = os.environ.get("TIERCEL_FAULTS") == "full"
KILLED_TURNS = 2000 if FULL else 300
PARALLEL_TURNS = 500 if FULL else 200
BACKLOG_TURNS = 10_000 if FULL else 1500
STOPPED_TURNS = 500 if FULL else 150
OUTAGE_SECONDS = 20.0 if FULL else 5.0
SEED = int(os.environ.get("TIERCEL_FAULTS_SEED", "20260131"))
RECOVERY_SECONDS = 30.0
