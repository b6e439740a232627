"""docs/local-judge.md: its prompt is what is sent, its answers are read, its malformed ones are not."""

import re
from pathlib import Path

import pytest

from services.guard_worker.doubt_answer import ACTIONS, FIELDS, Malformed, judgement_of, read_doubt_answer
from services.guard_worker.doubt_prompt import INSTRUCTIONS, doubt_prompt
from shared.settings import load_settings
from tests.unit.guard_worker.scenes import beside, ruled, stored

PAGE = (Path(__file__).parents[2] / "docs" / "local-judge.md").read_text(encoding="utf-8")
TEXTS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
ANSWERS = [text for text in TEXTS if text.startswith("<doubt-check>")]
MALFORMED = re.findall(r"```malformed\n(.*?)```", PAGE, re.DOTALL)
(PROMPT,) = [text for text in TEXTS if text.startswith("Dialogue:")]


def test_the_prompt_of_the_page_is_what_is_sent_behind_the_instructions() -> None:
    lines = [("assistant", "建议你每天跑步5公里"), ("user", "对，就这么办，从明天开始")]
    case = ruled("用户从明天开始每天跑步5公里", lines, [("m1", lines[0][1]), ("m2", lines[1][1])])
    assert doubt_prompt(beside(case, (stored("用户每天散步3公里"), 0.9))) == f"{INSTRUCTIONS}\n\n{PROMPT.strip()}"


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_of_the_page_is_read_and_means_what_its_table_says(answer: str) -> None:
    judgement = judgement_of(read_doubt_answer(answer, memories=1), [stored("用户住在柏林")])
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{judgement.action.value}`"))
    assert judgement.grounding.value in row
    assert judgement.consistency.value in row


def test_every_action_has_an_answer_on_the_page() -> None:
    assert {read_doubt_answer(answer, memories=1).action.value for answer in ANSWERS} == set(ACTIONS)
    assert all(f"`{field}`" in PAGE for field in FIELDS - {"action"})


@pytest.mark.parametrize("answer", MALFORMED)
def test_a_malformed_answer_of_the_page_is_none(answer: str) -> None:
    with pytest.raises(Malformed):
        read_doubt_answer(answer, memories=1)


def test_the_command_serves_the_default_model_on_the_port_that_the_setting_names() -> None:
    (served, port) = re.findall(r"vllm serve (\S+) --port (\d+)", PAGE)[0]
    (address,) = re.findall(r"MEMORY_DOUBTMEM_BASE_URL=(\S+)", PAGE)
    assert served == load_settings({}).local_judge.model
    assert address == f"http://127.0.0.1:{port}/v1" == load_settings({"MEMORY_DOUBTMEM_BASE_URL": address}).local_judge.base_url
    assert port == "8005"
