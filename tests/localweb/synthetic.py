"""Small article pages that nobody wrote: distinct, seeded, as many as a test wants."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from tests.localweb.page import Page
from tests.localweb.shelf import Shelf, shelve

_WORDS = tuple(
    """
    河岸 渡口 码头 灯塔 石桥 茶园 果林 稻田 菜市 书店 图书馆 博物馆 天文台 体育场 剧院 车站 机场 隧道 公交 地铁 电车
    自行车 雨水 台风 寒潮 晨雾 晚霞 星空 月食 潮汐 气温 湿度 风速 水库 堤坝 泵房 电网 风车 光伏 电池 芯片 代码 软件
    服务器 网络 数据 算法 模型 实验 论文 课堂 老师 学生 校长 居民 社区 街道 院落 邻居 医生 护士 药房 食堂 厨师 面馆
    豆腐 米酒 咸菜 柑橘 荔枝 杨梅 春笋 莲藕 螃蟹 渔船 渔民 木匠 铁匠 裁缝 画家 诗人 乐团 合唱 古琴 唢呐 皮影 戏台
    灯会 庙会 龙舟 象棋 围棋 足球 篮球 长跑 登山 露营 徒步 摄影 展览 邮票 钱币 陶器 瓷窑 竹编 刺绣 印刷 档案 地图
    测量 勘探 钻井 矿山 钢厂 纺织 仓库 物流 快递 集装箱 港口 航线 船闸 预算 价格 订单 合同 税率 贷款 保险 法院 议会
    会议 报告 计划 方案 标准 规则 调查 统计 比例 数量 速度 时间 距离 方向 结果 原因 办法 机会 经验 故事 记忆 消息
    照片 声音 颜色 发现 建成 开放 修缮 扩建 测试 记录 整理 种植 采摘 收割 晾晒 运输 出售 展示 讨论 决定 准备 等待
    观察 计算 比较 说明 介绍 帮助 参加 组织
    """.split()  # noqa: SIM905 - a list of quoted words is harder to read
)
_LINKS = ("的", "在", "和", "与", "是", "了", "对", "从", "把", "被", "也", "都", "就", "而", "不")
_DISTRICTS = ("首页", "要闻", "本地", "财经", "体育", "文化", "科技", "教育", "健康", "论坛")

_PAGE = """<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{title}_{site}</title></head>
<body>
<div class="nav">{navigation}</div>
<div class="main">
<h1>{title}</h1>
<div class="info">{date:%Y-%m-%d %H:%M} 来源：{site} 记者 {author}</div>
<div class="content">
{paragraphs}
</div>
<div class="related"><h3>相关阅读</h3><ul>{related}</ul></div>
</div>
<div class="footer">{site} 版权所有</div>
</body></html>
"""


def synthetic(count: int, hosts: int, *, now: datetime, seed: int = 1, per_list: int = 50) -> Shelf:
    """`count` article pages of some 600 characters, spread over `hosts` hosts, none published after `now`.

    The same arguments give the same pages. `gold` holds title, date (YYYY-MM-DD), author and text.
    """
    random = Random(seed)
    pages, gold = {}, {}
    for number in range(count):
        date = now - timedelta(minutes=random.randrange(10, 60 * 24 * 20))
        url = f"http://news{number % hosts:03}.example/{date:%Y/%m%d}/{number}.html"
        article = _article(random)
        gold[url] = {**article, "date": f"{date:%Y-%m-%d}"}
        pages[url] = _page(random, article, date, f"第{number % hosts}新闻网")
    return shelve(pages, gold, per_list)


def _article(random: Random) -> dict[str, str]:
    title = "".join(random.sample(_WORDS, 3)) + random.choice(_LINKS) + "".join(random.sample(_WORDS, 3))
    text = "\n".join(_paragraph(random) for _ in range(6))
    return {"title": title, "author": "".join(random.sample("王李赵陈林何高梁宋唐文远明思安", 3)), "text": text}


def _paragraph(random: Random) -> str:
    return "".join(_sentence(random) for _ in range(random.randint(3, 5)))


def _sentence(random: Random) -> str:
    clauses = [
        "".join(random.choice(_WORDS) + random.choice(_LINKS) for _ in range(random.randint(2, 4)))
        + random.choice(_WORDS)
        for _ in range(random.randint(2, 3))
    ]
    return "，".join(clauses) + "。"


def _page(random: Random, article: dict[str, str], date: datetime, site: str) -> Page:
    related = "".join(f'<li><a href="/r/{random.randrange(10**6)}.html">{_sentence(random)}</a></li>' for _ in range(6))
    text = _PAGE.format(
        title=article["title"],
        author=article["author"],
        paragraphs="\n".join(f"<p>{paragraph}</p>" for paragraph in article["text"].split("\n")),
        site=site,
        date=date,
        navigation=" ".join(f'<a href="/c/{number}/">{name}</a>' for number, name in enumerate(_DISTRICTS)),
        related=related,
    )
    return Page(text.encode(), "text/html; charset=utf-8")
