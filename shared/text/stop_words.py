"""Words that carry no content of their own, per language. Data only."""


def _set_of(words: str) -> frozenset[str]:
    """The words of a block of text."""
    return frozenset(words.split())


ENGLISH = _set_of(
    """
    a about above after again against all also am an and any are aren't as at be because been before being below between both but by
    can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever every few for from
    further get gets got had hadn't has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how
    how's i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just let's me might mine more most much must my myself
    neither no nor not now of off oh ok okay on once only or other others ought our ours ourselves out over own please quite rather
    really same shall shan't she she'd she'll she's should shouldn't so some still such than that that's the their theirs them
    themselves then there there's these they they'd they'll they're they've this those though through to too under until up us very
    was wasn't we we'd we'll we're we've well were weren't what what's when when's where where's whether which while who who's whom
    whose why why's will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself
    yourselves
    """
)

CHINESE = _set_of(
    """
    一 一下 一个 一些 一种 上 下 不 不是 不要 不过 与 与其 且 个 中 为 为了 为什么 之 之前 之后 之类 也 也是 了 于
    些 什么 仍 仍然 从 他 他们 以 以前 以及 以后 会 但 但是 何 你 你们 使 便 假如 做 关于 其 其中 其实 内 再 几
    则 别 到 即 却 去 又 及 另 另外 只 只是 可 可以 各 同 向 吗 吧 呀 呐 呗 呢 和 咯 咱们 哇 哈 哎 哦 哪 哪个
    哪些 哪里 唉 啊 啦 喔 嗯 嘛 嘞 因为 因此 在 地 外 多少 大家 太 她 她们 好 好的 如何 如果 它 它们 对 对于 将
    将要 就 就是 已 已经 并 并且 应 应该 往 很 得 怎么 怎么样 怎样 您 想 我 我们 或 所 所以 才 把 按 按照 无 时
    时候 是 是否 更 曾 曾经 最 有 来 某 正在 此 每 比 比较 没 没有 然后 用 由 由于 的 看 真 真的 着 等 等等 给
    者 而 而且 能 能够 自己 至 若 虽然 行 被 要 让 该 说 请 请问 谁 跟 过 还 还是 还有 这 这个 这么 这些 这儿
    这样 这里 那 那个 那么 那些 那儿 那样 那里 都 都是 里 非 非常
    """
)

# Characters that never help a two-character term.
CHINESE_PARTICLES = frozenset("与么也了他们你及吗吧呀呢和哦啊啦嗯嘛在她它就很您我或把是的着给被让过这那都")

# The commonest function words of languages in Latin script; English among them so that votes compare.
LATIN_LANGUAGES: dict[str, frozenset[str]] = {
    "en": _set_of(
        """
        a an and are as at be been but by can could did do does for from had has have he her him his how i if in is it me my not of on or
        our she so than that the their them then there they this to was we were what when where which who will with would you your
        """
    ),
    "es": _set_of(
        """
        al como con de del el en es está la las lo los me mi más no para pero por que se su un una y yo
        """
    ),
    "fr": _set_of(
        """
        au avec ce dans de des du elle en est et il je la le les ma mon ne nous pas pour que qui suis sur tu un une vous
        """
    ),
    "de": _set_of(
        """
        auch auf bin das dem den der die du ein eine er es für habe ich im in ist mein mit nicht sie und von wir zu
        """
    ),
    "pt": _set_of(
        """
        as com como da de do e em está eu mais mas meu minha na no não o os para por que se um uma
        é
        """
    ),
    "it": _set_of(
        """
        anche che come con del della di e gli ho il in lo ma mi mia mio non per
        più si sono un una è
        """
    ),
}
