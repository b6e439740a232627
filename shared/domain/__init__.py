"""Floor 1: what Tiercel talks about. Standard library only; no IO, no clock.

memory      a stored statement, its versions, layers, stages, categories, visibility
scope       whose it is: owners, access scopes, viewers
turn        what a host posted, and the life of a capture
trigger     the eight trigger types and their three criteria
candidate   one statement proposed for memory, with its evidence
decision    what the guard answered, stage by stage
review      what waits for a person
write_plan  what will be written, recorded before it is applied
versioning  how a statement becomes a new version (pure plans)
layer_policy  who may write which layer
quality     the five dimensions of a statement and their weights
forgetting  the maths of age and use
relevance   what recall asks for and what the store answers
identity    every id and how it is derived
errors      the tree of faults
"""
