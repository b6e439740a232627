"""What hosts and memory plugins wrap around a person's words. Data only."""

import re

# Blocks of recalled memories, ours and other plugins', and other blocks that a host adds around a message.
BLOCK_NAMES = (
    r"(?:[a-z0-9]+[-_]){0,3}(?:memory|memories)(?:[-_][a-z0-9]+){0,3}|(?:[a-z0-9]+[-_]){0,2}recall(?:ed)?(?:[-_][a-z0-9]+){1,3}|"
    r"supermemory-[a-z]+|hindsight[-_][a-z_-]+|honcho[-_][a-z_-]+|mem0[-_][a-z_-]+|cognee[-_][a-z_-]+|graphiti[-_][a-z_-]+|active_memory_plugin|"
    r"system[-_]reminder|system[-_]prompt|system[-_]message|environment[-_]details|environment_context|available_skills|user_instructions|"
    r"boot[-_]files?|project_context|think|thinking|antml:thinking|session[-_]bootstrap"
)
BLOCK_TAG = re.compile(
    rf"<(?P<close>/)?(?P<name>{BLOCK_NAMES})(?=[\s>/])(?:\s+[^<>\n]{{0,400}})?>|<<<(?P<edge>BEGIN|END)_(?P<mark>[A-Z_]{{3,60}}?CONTEXT)(?:\s[^<>\n]{{0,200}})?>>>",
    re.IGNORECASE,
)
# The same opening mark with no end: what follows up to an empty line is taken as its content.
UNCLOSED_LIST = re.compile(r"(?:(?!\n\s*\n).){0,4000}", re.DOTALL)

_CHANNELS = (
    "Telegram|WhatsApp|Discord|Slack|Signal|iMessage|BlueBubbles|Feishu|Lark|DingTalk|WeChat|WeCom|QQ|Matrix|LINE|Microsoft Teams|MSTeams|Teams|Google Chat|"
    "GoogleChat|WebChat|Zalo|Nostr|Mattermost|IRC|SMS|Email|Nextcloud Talk|飞书|钉钉|微信|企业微信"
)
_WEEKDAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}"
ENVELOPE_PREFIX = re.compile(
    rf"^[ \t]*\[(?:{_CHANNELS})(?=[ \]:])(?P<who>[^\[\]\n]{{0,300}}?(?:id:|@|\d{{1,2}}:\d{{2}}|{_WEEKDAY}|\+\d+[smhd]\b)[^\[\]\n]{{0,300}})\][ \t]*",
    re.MULTILINE,
)
TIME_PREFIX = re.compile(
    rf"^[ \t]*\[{_WEEKDAY},? \d{{4}}-\d{{2}}-\d{{2}} \d{{2}}:\d{{2}}(?::\d{{2}})?(?: [A-Za-z0-9+:/_-]{{1,40}})?\][ \t]*", re.MULTILINE
)
SPEAKER = re.compile(r"(?P<name>[^\s:：\n][^:：\n]{0,60})[:：][ \t]*")

# Metadata announced as untrusted, with its JSON in a fence or bare on one line.
UNTRUSTED_BLOCK = re.compile(
    r"^[ \t]*(?:(?:[A-Z][A-Za-z' -]{2,60}) \(untrusted[^)\n]{0,60}\)|Conversation info):[ \t]*(?:<mark>)?\s{0,3}"
    r"(?:```(?:json)?[^`]{0,20000}```|\{[^\n]{0,4000}\}[ \t]*$|\[[^\n]{0,4000}\][ \t]*$)[ \t]*(?:</mark>)?\n?",
    re.MULTILINE,
)
WHOLE_LINES = re.compile(
    r"^[ \t]*(?:\(session bootstrap\)|\[message_id: ?[^\]\n]{1,80}\]|Runtime: agent=[^\n]*|Job ID: [0-9a-fA-F-]{8,40} \| Received: [^\n]*|"
    r"\[OpenClaw heartbeat poll\]|Reasoning: (?:on|off|hidden|stream)[^\n]*|System: \[[^\]\n]{4,60}\][^\n]*|Current time: [^\n]{4,80}\(UTC[^\n]{0,20}\))[ \t]*$\n?",
    re.MULTILINE,
)
INLINE_MARKS = re.compile(
    r"\(session bootstrap\)|\[\[(?:reply_to(?:_current)?(?::[^\]\n]{0,80})?|audio_as_voice)\]\]|\[message_id: ?[^\]\n]{1,80}\]"
)
SECURITY_NOTICE = re.compile(
    r"^SECURITY NOTICE: The following content is from an EXTERNAL, UNTRUSTED source[^\n]*\n(?:[ \t]*(?:-[^\n]*|)\n){0,30}", re.MULTILINE
)
EXTERNAL_MARK = re.compile(r"^[ \t]*<<<(?:END_)?EXTERNAL_UNTRUSTED_CONTENT[^<>\n]{0,80}>>>[ \t]*$\n?", re.MULTILINE)

# Boot files of an agent's workspace, as hosts paste them: their heading up to the next heading of the same or a higher level.
BOOT_FILE = re.compile(
    r"^#{1,3}[ \t]+(?:[^\s#]{0,200}/)?(?:AGENTS|SOUL|TOOLS|IDENTITY|USER|HEARTBEAT|BOOTSTRAP|BOOT|MEMORY|CLAUDE)\.md[ \t]*\n(?:(?!#{1,3}[ \t])[^\n]*(?:\n|\Z))*",
    re.MULTILINE,
)
