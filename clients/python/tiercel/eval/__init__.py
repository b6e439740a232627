"""Retrieval benchmarks against a service, over its HTTP API alone.

dataset             what is stored, what is asked, what answers it
reading             a file as a dataset: LoCoMo's format, or the simple one that users write
storing             the dataset into the service, verbatim or through the whole pipeline
asking              each question to the service: ranks of its answers, times, what passes the gate
measures, scoring   any@k, recall@k, NDCG, MRR; the gate, off-topic injections, latency
report, plot        a table, a picture; results_file: the same as JSON, to be compared later
"""
