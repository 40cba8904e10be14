"""Our analyzer against the server's own, on random text."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator

import pytest
from elasticsearch import Elasticsearch as Client
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.settings import load
from crawler.stores.analysis import terms
from crawler.stores.elastic_index import template
from tests.servers import Elasticsearch

Analyze = Callable[[list[str]], list[list[str]]]

CHINESE = "中国人民的一是不了々〇〆㍿㋐𠀀𪛖"
KANA_AND_HANGUL = "ひらカタナーｶﾅﾊﾞﾟ한글ᄀ"
LATIN = "aAbZzéÉßİΣςДомДαΩⅣⓐ"
DIGITS = "0159０９٠٫①½"
PUNCTUATION = "_＿.．,，:：;；'’‘＂-－!！。、？（）「」《》…·—~@#＃*/\\+=$%&|\t\n \u3000\u200b"
WHOLE = ["😀", "👍🏽", "👩\u200d🚀", "🇨🇳", "#️⃣", "❤️", "©", "™", "é", "か\u3099", "กข", "مرحبا", "．a", "1，000", "Ⓜ"]
TEXTS = st.lists(
    st.sampled_from([*CHINESE * 3, *KANA_AND_HANGUL, *LATIN, *DIGITS, *PUNCTUATION, *WHOLE]), min_size=1, max_size=40
).map("".join)


@pytest.fixture(scope="module")
def analyze(elasticsearch: Elasticsearch) -> Iterator[Analyze]:
    """The server's terms of each of some texts, by an index with our template's analyzer."""
    client = Client(elasticsearch.url)
    index = f"analysis-{uuid.uuid4().hex[:12]}"
    analysis = template(load())["template"]["settings"]["analysis"]
    client.indices.create(index=index, settings={"analysis": analysis, "number_of_replicas": 0})

    def ask(texts: list[str]) -> list[list[str]]:
        answers = (client.indices.analyze(index=index, analyzer="bigram", text=text) for text in texts)
        return [[token["token"] for token in answer["tokens"]] for answer in answers]

    yield ask
    client.indices.delete(index=index)
    client.close()


@settings(max_examples=60)
@given(texts=st.lists(TEXTS, min_size=8, max_size=8))
def test_random_text(analyze: Analyze, texts: list[str]) -> None:
    assert [terms(text) for text in texts] == analyze(texts)


@pytest.mark.parametrize(
    "text",
    [
        "中国人民银行2024年3月5日宣布，下调存款准备金率0.5个百分点。",
        "据NBA官方消息，总决赛第3场将于北京时间6月8日上午8:30开打！",
        "受此影响，A股（沪深300）上涨1.25%，成交额达9,876亿元。",
        "「T恤」＋ＡＢＣ１２３　ｶﾞｷﾞｸﾞ don't U.S.A. a_b user@example.com http://example.cn/?a=1&b=2",
        "a" * 600 + "_" * 300 + "カ" * 300 + "_",
        "楼主：顶👍🏽！！！2楼：哈哈哈😂😂 @张三 #话题#",
    ],
)
def test_prose(analyze: Analyze, text: str) -> None:
    assert [terms(text)] == analyze([text])
