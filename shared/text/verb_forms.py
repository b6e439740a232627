"""English verbs whose forms a stemmer does not bring together. Data only: base form, then its other forms; the first is the past."""

_TABLE = """
be was were been being is are am; become became; begin began begun; break broke broken; bring brought; build built; buy bought;
catch caught; choose chose chosen; come came; cost cost; cut cut; deal dealt; do did done does; draw drew drawn; drink drank drunk;
drive drove driven; eat ate eaten; fall fell fallen; feel felt; find found; fly flew flown; forget forgot forgotten; get got gotten;
give gave given; go went gone goes; grow grew grown; have had has; hear heard; hold held; keep kept; know knew known; lead led;
leave left; lend lent; lose lost; make made; mean meant; meet met; pay paid; quit quit; read read; ride rode ridden; run ran;
say said; see saw seen; sell sold; send sent; shoot shot; sing sang sung; sit sat; sleep slept; speak spoke spoken; spend spent;
stand stood; swim swam swum; take took taken; teach taught; tell told; think thought; throw threw thrown; understand understood;
wake woke woken; wear wore worn; win won; write wrote written
"""

BASE_FORMS = {form: entry.split()[0] for entry in _TABLE.split(";") for form in entry.split()[1:] if form != entry.split()[0]}
"""Each other form with its base: went -> go."""

PAST_FORMS = {entry.split()[0]: entry.split()[1] for entry in _TABLE.split(";") if entry.split()[1] != entry.split()[0]}
"""Each base with its past: go -> went."""
