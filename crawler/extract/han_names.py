"""Chinese names of persons where no label says that they are names: on a line of their own, or in brackets at the end.

A name is a surname and one or two characters. A hundred surnames are those of nine in ten people; what begins with one
of them and is a word all the same is left out by a list, and the callers look where names are expected only.
"""

from __future__ import annotations

import re

_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜"
    "范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍"
    "韦申尤毕聂焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁耿牟卜詹关苗凌费纪靳盛童欧甄项曲鲍查闫肖付柏单覃"
    "張劉陳楊趙黃吳孫馬羅鄭謝韓馮蕭鄧許呂蘇盧蔣賈葉閻鍾鐘薑範譚鄒陸顧龍萬錢湯喬賀賴龔龐蘭陶顏嚴溫蘆魯韋聶齊莊項"
)
_DOUBLE = "欧阳|歐陽|上官|司马|司馬|诸葛|諸葛|皇甫|尉迟|公孙|慕容|司徒|令狐|东方|端木"
_WORDS = (
    "江苏|江西|金融|高清|高考|高校|高级|高端|关注|关于|关闭|方案|方法|方便|黄金|石油|石化|白酒|马上|程序|任务|任何|安全|安徽|安装"
    "|文字|文章|文化|文学|文旅|文明|文艺|常见|常识|向上|万家|万元|史记|龙头|汪洋|康复|管理|白天|易车|易信|路况|路线|单位|单身|关键|项目"
    "|章节|左右|查看|查询|欧洲|欧盟|温馨|温度|温州|严重|严选|石家庄|牛市|金价|金额|方向|田园|林业|水平|江山|余额|季节|梅雨|许可"
    "|龙江|武汉|沈阳|徐州|杭州|常州|兰州|郑州|泰州|苏州|柳州|莱芜|齐鲁|鲁网|黎明|雷达|盛典|童话|庄园|谷歌|汤圆|毛利|武术|辛苦|文/"
)
HAN_NAME_BEGUN = rf"(?!{_WORDS})(?:(?:{_DOUBLE})[\u4e00-\u9fff]{{1,2}}|[{_SURNAMES}][\u4e00-\u9fff]{{1,2}})"
HAN_NAME = rf"{HAN_NAME_BEGUN}(?![\u4e00-\u9fff])"
"""One name, as the source of a regular expression, whatever follows it and where no word goes on."""

MAX_NAMES = 8

_SPACE = r"[ \u3000\xa0、，,]"
_NAMES = rf"{HAN_NAME}(?:{_SPACE}{{1,3}}{HAN_NAME}){{0,{MAX_NAMES - 1}}}"
_WIDE = r"[ \t\r\u3000\xa0]"
_LINE = re.compile(rf"^{_WIDE}*(?:[□■◎○●◆◇]{_WIDE}*)?({_NAMES}){_WIDE}*$", re.MULTILINE)
_LAST = re.compile(rf"\d[^\n]{{0,40}}(?:{_WIDE}{{2,9}}|[\u3000|｜]{_WIDE}?)({_NAMES}){_WIDE}*$", re.MULTILINE)
_FIRST = re.compile(
    rf"^{_WIDE}*({_NAMES}){_WIDE}{{0,3}}(?:[·•|｜]|(?<=[\u4e00-\u9fff]{{3}}){_WIDE}){_WIDE}{{0,3}}(?=(?:19|20)\d\d)",
    re.MULTILINE,
)
_SIGNED = re.compile(rf"[（(]({_NAMES}){_SPACE}*[）)][\s。]*$")
_PARTS = re.compile(rf"{_SPACE}+")


def names_on_a_line(text: str) -> list[str]:
    """The names of the first line that holds nothing else."""
    match = _LINE.search(text)
    return _PARTS.split(match[1]) if match else []


def names_beside_date(text: str) -> list[str]:
    """The names that end a line with numbers, apart from what stands before, or that a sign parts from the date behind
    them."""
    match = _LAST.search(text) or _FIRST.search(text)
    return _PARTS.split(match[1]) if match else []


def names_at_the_end(text: str) -> list[str]:
    """The names in the brackets that end a text."""
    match = _SIGNED.search(text)
    return _PARTS.split(match[1]) if match else []
