"""Chinese follow-ups: one row a phenomenon."""

import pytest
from tests.unit.dialogue.rewriting.conversations import question, understood

LEAVE = ("年假怎么申请？", "在系统里申请。")


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (LEAVE, "它有几天？", "年假有几天？"),
        (LEAVE, "需要什么材料？", "年假需要什么材料？"),
        (LEAVE, "流程呢？", "年假的流程"),
        (LEAVE, "为什么？", "为什么：年假怎么申请？"),
        (("上海办公室怎么预约会议室？", "在系统里预约。"), "北京呢？", "北京怎么预约会议室？"),
        (("上海办公室怎么预约会议室？", "在系统里预约。"), "那里可以停车吗？", "上海办公室可以停车吗？"),
        (("你知道王菲吗", "歌坛天后"), "她老公是谁", "王菲老公是谁"),
        (("想看青春之旅", "青春之旅很好看"), "你看过", "你看过青春之旅"),
        (("差旅报销找谁审批？", "找财务部的王芳。"), "她的电话是多少？", "王芳的电话是多少？"),
    ],
)
def test_what_was_left_out_comes_back(said: tuple[str, ...], text: str, meant: str) -> None:
    assert question(text, "zh", said) == meant


@pytest.mark.parametrize("text", ["出差报销需要哪些材料？", "办公室门禁卡丢了怎么办？", "病假工资怎么计算？"])
def test_a_new_topic_stays_as_it_is(text: str) -> None:
    assert understood(text, "zh", LEAVE).queries == (text,)
