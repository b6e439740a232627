"""What is being done, and goes wrong, at the keyboard right now."""

from shared.extraction.phrase_patterns import compiled

TASK_STEPS = (
    (
        r"\b(?:i|we)(?:'ve| have|'d| had)? (?:just |now |already |also |then )*(?:(?:ran|run|re-?ran|executed|installed|updated|"
        r"upgraded) "
        r"(?:npm|yarn|pnpm|pip|make|git|docker|pytest|cargo|it\b|the (?:tests?|build|script|command|migrations?|suite|package))|"
        r"(?:pushed|committed|merged|restarted|reinstalled|pulled|cloned|reverted|compiled|pasted) (?:it|the|a|my|this|that|"
        r"everything|to|from|main|origin)\b|"
        r"rebased|cherry-picked|stashed|opened (?:a|the) (?:pr|mr|ticket|issue|file)\b|fixed (?:the|a|that|this) (?:bug|test|typo|"
        r"build|lint|error|import))"
    ),
    (
        r"\b(?:null ?pointer|error(?! (?:budget|rate|page|handling|message|code)s?\b)|exception|stack ?trace|traceback|segfault|"
        r"core dump|failing (?:on|with|at|again)|failed with|"
        r"fails (?:on|with|at)|"
        r"doesn't (?:work|compile|build)|won't (?:start|compile|build)|undefined|timed out|\d{3} (?:error|response|status))\b"
    ),
    (
        r"(?:空指针|报错|(?:得|要|必须|赶紧)(?:先)?(?:修好|搞定|弄完|改完|做完|赶完|修完|调通)|报\s?[\w ]{0,20}(?:错误|错)|"
        r"报\s?[A-Z][A-Z_\d]{3,}|(?:构建|编译|测试|流水线)(?:又|还是|一直)?(?:失败|挂|报|不过|没过)|"
        r"挂了|跑不(?:起来|通)|启动不了|失败了|崩了|卡住了|连接超时|抛异常)"
    ),
    (
        r"我(?:刚|已经|刚刚|又|也|先)?(?:跑了(?=\s?[A-Za-z])|推了|提交了|合并了|合了|重启了|拉了|回滚了|执行了|重装了)|我(?:刚|已经|"
        r"刚刚)?把[^，。]{1,16}(?:推到|合到|合进|提到|拉到|"
        r"推上去|合并到)"
    ),
)
"""What is being done and goes wrong at the keyboard: of no use tomorrow. Known statements of a state of a service are none of these."""

_TASK_STEP = compiled(*TASK_STEPS)


def is_task_step(text: str) -> bool:
    """True for what is done, and goes wrong, at the keyboard."""
    return _TASK_STEP.search(text) is not None
