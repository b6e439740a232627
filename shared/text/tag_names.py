"""Names of HTML and XML elements that are markup in a person's text, and words that look like emphasis and are code. Data only."""


def _set_of(words: str) -> frozenset[str]:
    """The words of a block of text."""
    return frozenset(words.split())


# Elements without an end tag.
VOID = _set_of("area base br col embed hr img input link meta source track wbr")
# Elements whose end ends a line.
BLOCK = _set_of(
    """
    address article aside blockquote body br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header
    hr html li main nav ol p pre section summary table tbody tfoot thead title tr ul
    """
)
CELL = _set_of("td th")
INLINE = _set_of(
    """
    a abbr acronym audio b bdi bdo big button canvas caption cdata center channel cite code colgroup data datalist del dfn dialog em
    entry feed font frame frameset i iframe ins item kbd label legend map mark marquee menu meter nobr noscript object optgroup option
    output param path picture progress q rp rss rt ruby s samp script select slot small span strike strong style sub sup svg template
    textarea time tt u var video xml
    """
)
KNOWN = VOID | BLOCK | CELL | INLINE
# Names between double underscores in Python: code, not emphasis.
DUNDER = _set_of(
    """
    add aenter aexit aiter all anext annotations await bases bool builtins call class contains del delattr delitem dict doc enter eq
    exit file float format future ge get getattr getitem gt hash import index init init_subclass int iter le len loader lt main mocks
    module mro mul name ne new next package path post_init proto pycache repr set set_name setattr setitem slots spec str sub tests
    typename version
    """
)
