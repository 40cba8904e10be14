"""What errors say in English, said in Chinese: for the pages, which show reasons that were written down earlier, too.

A sentence is known by its fixed words; what stands in its gaps is looked up in turn. What other programs say, and no
table can hold, is left to the English page: no Chinese page shows half a sentence of each.
"""

from __future__ import annotations

import re
from functools import cache

from crawler.errors import Reason, describe

MAX_DEPTH = 12
"""Sentences in sentences that are looked up: of what a site says, there could be any number."""

UNTOLD = "（详情为英文，见英文页面）"

_UNTOLD_AGAIN = re.compile(f"{UNTOLD}(?:[，；]?{UNTOLD})+")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`|“[^”]*”""")
_ENGLISH = re.compile(r"[A-Za-z]{2,}(?:['’][a-z]+)? [a-z]{2,}")
_ESCAPED = re.compile(r"""\\([\\'"])""")
_BARE = r"\1"
_LITERAL = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")

# Gaps are {}; they keep their order but where the Chinese numbers them.
_TABLE: dict[str, str] = {
    # The source row
    "the source needs a name": "请填写来源名称",
    "there is no channel {}; use one of {}": "没有 {} 这种通道，可用的有：{}",
    "there is no search engine {}; set url to one of {}": "没有名为 {} 的搜索引擎，网址栏可填：{}",
    "there is no search engine {}; there are: {}": "没有名为 {} 的搜索引擎，现有：{}",
    "the url has {} characters; at most {} fit": "网址有 {} 个字符，最多 {} 个",
    "the url {} does not work ({}); give a complete http or https URL": (
        "网址 {} 无法使用（{}），请填写完整的 http 或 https 地址"
    ),
    "interval_s is {}; give at least {} seconds": "间隔为 {} 秒，至少需要 {} 秒",
    "there is no time zone {}; use a name such as Asia/Shanghai": "没有名为 {} 的时区，请填写 Asia/Shanghai 这样的名称",
    "the {} is {} characters long; {} are allowed, so split it up": "{}有 {} 个字符，最多 {} 个，请拆成几个来源",
    "the {} {} is not a regular expression that RE2 can match ({}); correct that part, and use no look-around or "
    "back-references": "{} {} 不是 RE2 支持的正则表达式（{}），请改正；RE2 不支持环视和反向引用",
    "the pattern {} begins neither with http nor with /; write it as an absolute address ({}) or from the path's first "
    "slash ({})": "文章网址规则 {} 应以 http 或 / 开头：写成完整网址（{}），或从路径的第一个斜杠写起（{}）",
    "pattern": "文章网址规则",
    "exclude": "排除规则",
    "A source has no column {} that could be set": "来源没有可以设置的 {} 一栏",
    "A source named {} exists already; choose another name": "已有名为 {} 的来源，请换一个名称",
    "There is no source {}": "没有编号为 {} 的来源",
    "{} is {}; it must be {}": "{}的值 {} 不对，应为{}",
    "{} is {}; it must be from {} to {}": "{}为 {}，应在 {} 到 {} 之间",
    "The {} is empty": "{}不能为空",
    "{} has {} characters; at most {} fit": "{}有 {} 个字符，最多 {} 个",
    "{} is not valid text: is the terminal set to UTF-8?": "{}含有无法保存的字符",
    "line {} of the table cannot be read: {}": "表格第 {} 行无法读取：{}",
    "the first line has to name the columns, name and url at least; there are: {}": (
        "第一行须是列名，至少要有 name 和 url；可用的有：{}"
    ),
    "there is no column {}; there are: {}": "没有名为 {} 的列，可用的有：{}",
    "there are {} values for {} columns": "有 {} 个值，却只有 {} 列",
    "the file lists no feed: it is neither OPML with outlines that have an xmlUrl, nor a table": (
        "文件中没有订阅源：它既不是带有 xmlUrl 的 OPML，也不是表格"
    ),
    "1 or 0": "1 或 0",
    "enabled": "启用",
    "an instant, or nothing": "时间或留空",
    "true or false": "“是”或“否”",
    "a whole number": "整数",
    "text": "文字",
    "name": "名称",
    "word": "关键词",
    "channel": "通道",
    "url": "网址",
    "timezone": "时区",
    "interval_s": "间隔",
    "priority": "优先级",
    "keep_params": "要保留的查询参数",
    "drop_params": "要去掉的查询参数",
    "nothing new for {} days; see whether its site has changed": "{} 天没有新内容，请查看网站是否已改版",
    "no source is checked: {} list tasks wait; start more listers": (
        "暂停检查来源：有 {} 个列表任务等待，请启动更多 lister"
    ),
    "no source is checked: {} pages wait; start more extractors": (
        "暂停检查来源：有 {} 个网页等待，请启动更多 extractor"
    ),
    "no source is checked: fewer than {} are free under {}; make room": (
        "暂停检查来源：{1} 所在磁盘的可用空间不足 {0}，请腾出空间"
    ),
    "{} bytes": "{} 字节",
    "nothing is at work: sources are checked once {} runs": "采集程序没有在运行，启动 {} 后才会检查来源",
    # What RE2 says
    "missing ): {}": "缺少右括号 )：{}",
    "missing ]: {}": "缺少右方括号 ]：{}",
    "unexpected ): {}": "多出右括号 )：{}",
    "trailing \\": "末尾多出反斜杠 \\",
    "no argument for repetition operator: {}": "重复符号前缺少内容：{}",
    "bad repetition operator: {}": "重复符号不能连用：{}",
    "invalid repetition size: {}": "重复次数过大：{}",
    "invalid perl operator: {}": "不支持的写法：{}",
    "invalid character class range: {}": "字符范围不对：{}",
    "invalid character class: {}": "字符类不对：{}",
    "invalid escape sequence: {}": "转义不对：{}",
    "invalid named capture group: {}": "命名分组不对：{}",
    "pattern too large - compile failed": "规则展开后过大",
    # The address
    "{}: it does not begin with http": "{} 不以 http 开头",
    "it does not begin with http": "不以 http 开头",
    "{}: {}: is not http or https": "{} 的协议 {} 不是 http 或 https",
    "addresses with a user name are not fetched": "带有用户名，不予抓取",
    "{}: the host does not work: {}": "{} 的主机名不对：{}",
    "{}: it is {} characters long; {} are allowed": "{} 有 {} 个字符，最多 {} 个",
    "{} is not a host name": "{} 不是主机名",
    "{} is not an IP address": "{} 不是 IP 地址",
    "{} is not http or https": "{} 不是 http 或 https",
    "{}: port {} belongs to another protocol": "{} 的端口 {} 属于其他协议",
    "{} names an interface of this machine": "{} 指向本机的网络接口",
    "Invalid IPv6 URL": "IPv6 地址不对",
    "{}: Invalid IPv6 URL": "{} 中的 IPv6 地址不对",
    "{} does not appear to be an IPv4 or IPv6 address": "{} 不是 IP 地址",
    "{}: {} does not appear to be an IPv4 or IPv6 address": "{} 中的 {} 不是 IP 地址",
    "Port out of range 0-65535": "端口应在 0 到 65535 之间",
    "Port could not be cast to integer value as {}": "端口 {} 不是数字",
    "Empty Label": "有一段为空",
    "Empty domain": "域名为空",
    "Label too long": "有一段过长",
    "Domain too long": "域名过长",
    "Label must not start or end with a hyphen": "不能以连字符开头或结尾",
    "Codepoint {} at position {} of {} not allowed": "{2} 的第 {1} 个字符 {0} 不允许使用",
    # The search
    "A query has at most {} characters; this one has {}": "检索词最多 {} 个字符，现有 {} 个",
    "Offset and limit are 0 or more, not {} and {}": "偏移和条数不能小于 0：{}，{}",
    "Only the first {} results can be looked at: narrow the query instead": "只能查看前 {} 条结果，请缩小检索范围",
    "There is no document {} to go on after: give the id of one before it, or begin anew": (
        "没有编号为 {} 的文档，无法从它之后继续：请填写它前面一篇的编号，或从头导出"
    ),
    "{} is not a date; write it as 2026-11-21": "{} 不是日期，请写成 2026-11-21 的样子",
    "the first day, {}, is after the last, {}": "开始日期 {} 晚于结束日期 {}",
    "the year {} is beyond what can be searched": "{} 年超出可检索的范围",
    # What a form or an address lacks, as pydantic says it
    "Field required": "缺少此项",
    "Input should be a valid integer, unable to parse string as an integer": "应为整数",
    "Input should be a valid integer, {}": "应为整数",
    "Input should be a valid boolean, unable to interpret input": "应为 true 或 false",
    "Input should be greater than or equal to {}": "不能小于 {}",
    "Input should be less than or equal to {}": "不能大于 {}",
    "Input should be less than {}": "应小于 {}",
    "Input should be {} or {}": "应为 {} 或 {}",
    "Input should be {}": "应为 {}",
    "String should match pattern {}": "格式不对",
    "String should have at most {} characters": "最多 {} 个字符",
    "Unable to parse input string as an integer, exceeded maximum size": "数字过大",
    # The fetch
    "{} (redirected to {})": "{}（重定向到 {}）",
    "HTTP {}, ask again in {} s": "HTTP {}，{} 秒后可再试",
    "{}, which asks for a login or lets no crawlers in": "{}，可能需要登录，或不允许程序抓取",
    "{}; {} is refused, too": "{}；{} 也被拒绝",
    "{} is no answer to a request for a page": "{} 不是对网页请求的应答",
    "HTTP 407: the proxy asks for a user and password; set them in CRAWLER_PROXY": (
        "HTTP 407：代理要求用户名和密码，请写入 CRAWLER_PROXY"
    ),
    "it is {}": "类型为 {}",
    "it is called {} and is binary data": "标称类型为 {}，实为二进制数据",
    "it is called {} and does not begin like {}": "标称类型为 {}，开头不像{}",
    "nothing": "无",
    "an HTML page": "网页",
    "XML": " XML",
    "{} is a cloud's metadata service": "{} 是云主机元数据服务",
    "{} is unspecified": "{} 是未指定地址",
    "{} is private": "{} 是内网地址",
    "{} is shared by a provider's customers (CGNAT)": "{} 是运营商共享地址（CGNAT）",
    "{} is loopback": "{} 是本机回环地址",
    "{} is link-local": "{} 是链路本地地址",
    "{} is reserved": "{} 是保留地址",
    "{} is for documentation": "{} 是文档示例地址",
    "{} is for benchmarks, and what some VPN clients answer for every name": (
        "{} 是测试地址（某些 VPN 客户端对所有域名都返回它）"
    ),
    "{} is multicast": "{} 是组播地址",
    "{} is reserved (Teredo and other protocols)": "{} 是保留地址（Teredo 等协议）",
    "robots.txt cannot be read, so nothing may be fetched ({})": "无法读取 robots.txt，因此不能抓取（{}）",
    "for {} hours ({})": "已等待 {} 小时（{}）",
    "more than {} bytes; CRAWLER_MAX_BODY_BYTES is the limit": "超过 {} 字节，上限为 CRAWLER_MAX_BODY_BYTES",
    "more than {} from {}, then {}": "从 {1} 起超过 {0} 次，之后是 {2}",
    "{}: not all of the answer came in time": "{}：未能及时收完响应",
    "{}: the time allowed for the fetch is over": "{}：抓取时间已用完",
    "the time allowed for the fetch is over": "抓取时间已用完",
    "{}: the proxy answers {}": "{}：代理的应答是 {}",
    "{}: no answer within {} s": "{}：{} 秒内没有应答",
    "no answer within {} s": "{} 秒内没有应答",
    "{}: the name has no address": "{}：该域名没有地址",
    "{} port {}: {}": "{} 端口 {}：{}",
    "timed out": "超时",
    "Connection refused": "连接被拒绝",
    "Connection reset by peer": "连接被对方重置",
    "Network is unreachable": "网络不可达",
    "No route to host": "没有到主机的路由",
    "Name or service not known": "域名不存在",
    "No address associated with hostname": "该域名没有地址",
    "Temporary failure in name resolution": "域名解析暂时失败",
    "{} content codings on top of each other": "内容编码叠加了 {} 层",
    "{}: {} content codings on top of each other": "{}：内容编码叠加了 {} 层",
    "it ends after {} bytes, {} were to follow": "收到 {} 字节后中断，还差 {} 字节",
    "a chunk of it has no length": "分块传输的长度有误",
    "the host hung up without an answer": "主机没有应答就断开了连接",
    "it does not begin as HTTP does": "开头不是 HTTP",
    "a line of its head is too long": "响应头中有一行过长",
    "got more than {} headers": "响应头超过 {} 个",
    "Content-Length contained multiple unmatching values ({})": "响应头给出了互不一致的长度（{}）",
    # What the TLS library says
    "certificate has expired": "证书已过期",
    "certificate is not yet valid": "证书尚未生效",
    "self-signed certificate": "证书是自签名的",
    "self-signed certificate in certificate chain": "证书链中有自签名的证书",
    "unable to get local issuer certificate": "证书的签发者不受信任，或网站没有给出完整的证书链",
    "unable to get issuer certificate": "网站没有给出完整的证书链",
    "Hostname mismatch, certificate is not valid for {}": "证书不是发给 {} 的",
    "IP address mismatch, certificate is not valid for {}": "证书不是发给 {} 的",
    "wrong version number": "主机在这个端口上不使用 TLS",
    "unsupported protocol": "主机只支持过时的 TLS 版本",
    "tlsv1 alert protocol version": "主机不支持我们的 TLS 版本",
    "sslv3 alert handshake failure": "主机拒绝了 TLS 握手",
    "unsafe legacy renegotiation disabled": "主机只支持不安全的旧式 TLS 重新协商",
    "dh key too small": "主机的 TLS 密钥过短",
    "unexpected eof while reading": "主机中途断开了 TLS 连接",
    "the {} data breaks off": "{} 数据中断",
    # The list
    "the feed has no entries": "订阅源里没有条目",
    "the answer is a feed; use the channel feed": "响应是订阅源，请把通道改为“订阅源”",
    "the answer is a site map; use the channel feed": "响应是站点地图，请把通道改为“订阅源”",
    "the site map has no pages": "站点地图里没有页面",
    "{}; a feed, a site map or another list of the site may do": "{}，可以换用该网站的订阅源、站点地图或其他列表页",
    "none of its {} links fits the pattern; correct it, a trial shows them": (
        "页面上的 {} 个链接都不符合文章网址规则，请修改规则；试抓可以看到这些链接"
    ),
    "none of its {} links looks like an article; a trial shows why, and a pattern says which are": (
        "页面上的 {} 个链接都不像文章；试抓可以看到原因，也可以填写文章网址规则来指定"
    ),
    "it looks like an article itself; give the address of the page that lists such": (
        "它本身像是一篇文章，请填写列出文章的页面的网址"
    ),
    "it looks like a thread itself; give the address of its board": "它本身像是一个主题帖，请填写所在版块的网址",
    "there is no link on it; give the address of a page that lists articles": (
        "页面上没有链接，请填写列出文章的页面的网址"
    ),
    "the answer is an HTML page; give the feed's address, or use the channel page": (
        "响应是网页，请填写订阅源的地址，或把通道改为“列表页”"
    ),
    "the answer is empty": "响应为空",
    "the answer is neither RSS nor Atom": "响应既不是 RSS 也不是 Atom",
    "no entry could be read: {}": "无法读取任何条目：{}",
    "no entry could be read, since its XML is broken: {}": "无法读取任何条目，其 XML 有误：{}",
    "unclosed token": "标签没有写完",
    "unclosed CDATA section": "CDATA 段没有结束",
    "mismatched tag": "标签不配对",
    "undefined entity": "用了未定义的实体",
    "undefined entity: {}": "用了未定义的实体 {}",
    "duplicate attribute": "属性重复",
    "unbound prefix": "用了未声明的命名空间前缀",
    "not well-formed (invalid token)": "有不合语法的字符",
    "syntax error": "内容不是 XML",
    "no element found": "没有写完，或没有任何元素",
    "junk after document element": "根元素之后还有内容",
    "reference to invalid character number": "引用了不存在的字符",
    "the answer is broken JSON: {}": "响应是残缺的 JSON：{}",
    "{}: line {} column {} (char {})": "第 {1} 行第 {2} 列有误",
    "the answer is JSON, but no JSON Feed": "响应是 JSON，但不是 JSON Feed",
    "the source was disabled or removed while its check was queued": "检查排队期间来源已停用或删除",
    "{} workers began to read it and none came to an end; once it changes it is read again": (
        "先后 {} 个工作进程读它都未能结束，内容变化后会再读"
    ),
    "{} workers began it and none came to an end": "先后 {} 个工作进程处理它都未能结束",
    "a fault of the crawler's own, which its log tells more of: {}": "爬虫自身的错误，日志中有详情：{}",
    "the engine has no results for this keyword": "搜索引擎没有该关键词的结果",
    "there is no keyword to search for; add one with `crawler keyword add`": ("没有可搜索的关键词，请在“来源”页添加"),
    "{} results, but none with a link by {}": "有 {} 条结果，但没有一条的链接符合 {}",
    "a result page, but nothing on it is {}": "是结果页，但其中没有 {}",
    "nothing on the page is {}": "页面上没有 {}",
    "the page is empty, or larger or deeper than any result page": "页面为空，或大得、深得不像结果页",
    "status {}": "状态码 {}",
    "element {}": "元素 {}",
    "text {}": "文字 {}",
    "address like {}": "网址符合 {}",
    # A link
    "a thread of this board": "本版块的主题",
    "pattern {}": "符合规则 {}",
    "exclude {}": "符合排除规则 {}",
    "does not match the pattern {}": "不符合规则 {}",
    "another host than {}, and the pattern is relative": "主机不是 {}，而规则只写了路径",
    "another site than {}": "不属于 {}",
    "looks like an article: {}": "像文章：{}",
    "stands among headlines": "列在文章标题之间",
    "a date in its path": "路径中有日期",
    "a long number in its path": "路径中有长编号",
    "a numbered page": "带编号的页面",
    "a number in a folder of articles": "文章目录下有编号",
    "a code in its path": "路径中有代码",
    "words of a headline in its path": "路径中有标题用词",
    "a number in its query": "参数中有编号",
    "the address looks like {}": "网址像{}",
    "a file": "文件",
    "a list": "列表",
    "a list's next page": "列表的下一页",
    "a list in another order": "换了排序的列表",
    "a list of a year, month or day": "按年、月、日归档的列表",
    "a service page": "功能页",
    "the link's text is too short for a headline": "链接文字过短，不像标题",
    "the address has no date, number or headline": "网址中没有日期、编号或标题用词",
    "the entry has no web address": "条目没有网址",
    # The page
    "{} characters, {} are needed": "有 {} 个字符，至少要 {} 个",
    "more than {}": "超过 {}",
    "it is binary data": "内容是二进制数据",
    "it is a feed or a site map": "内容是订阅源或网站地图",
    "no posts": "没有帖子",
    # Our own servers
    "{} is not available: {}": "{} 暂不可用：{}",
    "the seen set is fuller than it was sized for: one new URL in {} is taken for an old one and is never fetched. "
    "Raise {} for all roles, start them again, then run `crawler seen rebuild`": (
        "已见网址的数量超出预设容量：平均每 {} 个新网址有一个被误认为旧网址而不再抓取。请为所有进程调大 {}，"
        "重启后运行 `crawler seen rebuild`"
    ),
    "all connections of this process are in use; if this stays so, run more processes with fewer threads each": (
        "本进程的连接已全部占用；若持续如此，请增加进程、减少每个进程的线程"
    ),
    "the server asks for caching_sha2_password, for which PyMySQL needs an extra: pip install 'PyMySQL[rsa]'": (
        "服务器要求 caching_sha2_password，请安装：`pip install 'PyMySQL[rsa]'`"
    ),
    "it refuses the user {} ({}): check {} and {}": "它拒绝用户 {}（{}），请检查 {} 和 {}",
    "{}: GRANT ALL ON {} to that user, or correct {}": "{}：请对该用户 GRANT ALL ON {}，或改正 {}",
    "{}: CREATE DATABASE {} CHARACTER SET utf8mb4, or correct {}": (
        "{}：请 CREATE DATABASE {} CHARACTER SET utf8mb4，或改正 {}"
    ),
    "{}: GRANT ALL ON {} to that user": "{}：请对该用户 GRANT ALL ON {}",
    "{}: run `crawler migrate`": "{}：请运行 `crawler migrate`",
    "{}: run `crawler migrate`, or correct {}": "{}：请运行 `crawler migrate`，或改正 {}",
    "{}: raise its max_connections or run fewer processes": "{}：请调大 max_connections 或减少进程",
    "{}: is it running, and are {} and {} right?": "{}：请确认它在运行，且 {} 和 {} 无误",
    "{}: see its log, and whether it is MySQL that listens at {} and {}": (
        "{}：请查看它的日志，并确认 {} 和 {} 处监听的是 MySQL"
    ),
    "{}: other transactions are in the way; it is tried again": "{}：与其他事务冲突，会自动重试",
    "{} (error {}): see the server's log": "{}（错误 {}）：请查看服务器日志",
    "{}: another process has been writing to {} for {} s": "{}：另一进程写 {} 已有 {} 秒",
    "{}: this user may not write to {} or its folder": "{}：当前用户不能写 {} 或其目录",
    "{}: make room on the disk of {}": "{}：请为 {} 所在磁盘腾出空间",
    "{}: check {} with `PRAGMA integrity_check`": "{}：请用 `PRAGMA integrity_check` 检查 {}",
    "{}: free some disk space": "{}：请腾出磁盘空间",
    "no such table: {}": "没有表 {}",
    "no such column: {}": "没有列 {}",
    "database is locked": "数据库被锁定",
    "database or disk is full": "数据库或磁盘已满",
    "database disk image is malformed": "数据库文件已损坏",
    "unable to open database file {}": "无法打开数据库文件 {}",
    "unable to open database file": "无法打开数据库文件",
    "attempt to write a readonly database": "数据库只读",
    "the schema of {} is of a newer version: update this crawler": "{} 的表结构来自更新的版本，请升级本程序",
    "{} has no tables yet": "{} 还没有表",
    "{} has the tables of an older version": "{} 的表是旧版本的",
    "another `crawler migrate` has held it for {} s: see what that one does": (
        "另一个 `crawler migrate` 已占用 {} 秒，请查看它在做什么"
    ),
    "another process holds it: end that, or wait ({})": "另一进程占用着它，请结束那个进程或等待（{}）",
    "the disk is full: make room ({})": "磁盘已满，请腾出空间（{}）",
    "the file may not be written: correct its owner or CRAWLER_DATA_DIR ({})": (
        "文件不可写，请改正其所有者或 CRAWLER_DATA_DIR（{}）"
    ),
    "its folder is not there or may not be written: correct CRAWLER_DATA_DIR ({})": (
        "目录不存在或不可写，请改正 CRAWLER_DATA_DIR（{}）"
    ),
    "the file is damaged: restore it from a copy ({})": "文件已损坏，请从备份恢复（{}）",
    "see what is wrong with the file ({})": "请检查该文件（{}）",
    "run `crawler migrate` ({})": "请运行 `crawler migrate`（{}）",
    "it takes no more jobs (drain mode): restart it": "它不再接收任务（drain 模式），请重启",
    "its memory or its binlog's disk is full: make room": "内存或 binlog 所在磁盘已满，请腾出空间",
    "it had no memory to queue the job and buried it: make room": "内存不足，任务未能排队，请腾出空间",
    "no answer from {} ({}); {}": "{} 没有应答（{}）；{}",
    "start it, or correct {} and {}": "请启动它，或改正 {} 和 {}",
    "start it, or correct {} ({})": "请启动它，或改正 {}（{}）",
    "no answer within {} s: see whether it hangs or the network does ({})": (
        "{} 秒内没有应答，请查看是它还是网络停滞（{}）"
    ),
    "it asks for a password: set CRAWLER_REDIS_PASSWORD": "它要求密码，请设置 CRAWLER_REDIS_PASSWORD",
    "it refuses CRAWLER_REDIS_PASSWORD: correct it": "它拒绝 CRAWLER_REDIS_PASSWORD，请改正",
    "it has no password: leave CRAWLER_REDIS_PASSWORD empty": "它没有密码，请将 CRAWLER_REDIS_PASSWORD 留空",
    "this user may not do that: give it all commands on our keys": "该用户权限不足，请授予它对我们的键的全部命令",
    "its memory is full: raise its maxmemory, or lower CRAWLER_SEEN_CAPACITY": (
        "内存已满，请调大 maxmemory 或调小 CRAWLER_SEEN_CAPACITY"
    ),
    "it is a replica: point CRAWLER_REDIS_URL at the primary": "它是从库，请将 CRAWLER_REDIS_URL 指向主库",
    "it cannot write to its disk: make room, its own log says why": "它无法写磁盘，请腾出空间，原因见其日志",
    "it is reading its data from disk: wait": "它正在从磁盘读入数据，请稍候",
    "its maxmemory-policy is {}, which loses our keys: set it to noeviction": (
        "maxmemory-policy 为 {}，会丢失我们的键，请设为 noeviction"
    ),
    "no connection within {} s: is {} right?": "{} 秒内无法连接，请确认 {} 无误",
    "it answers with status {} and not as Elasticsearch does: is {} right?": (
        "它返回状态码 {}，不像 Elasticsearch，请确认 {} 无误"
    ),
    "it refuses our login ({}): see {} or the API key": "它拒绝登录（{}），请检查 {} 或 API 密钥",
    "writing is blocked by {}: free disk space, or lift the block": "写入被 {} 阻止，请腾出磁盘空间或解除限制",
    "there is no index {} yet: run `crawler migrate`": "还没有索引 {}，请运行 `crawler migrate`",
    "a primary shard is missing (GET _cluster/allocation/explain says why)": (
        "缺少主分片（原因见 GET _cluster/allocation/explain）"
    ),
    "{} was sealed a moment ago: it can be changed in a minute": "{} 刚刚封存，一分钟后可以修改",
    "{} could not be closed to writes: {}": "无法停止对 {} 的写入：{}",
    "{} The disk of Elasticsearch is nearly full: free or add space, then writing goes on by itself": (
        "Elasticsearch 的磁盘将满，请腾出或增加空间，之后会自动恢复写入"
    ),
    "{} Writing is blocked by a setting of the index or the cluster: lift it (index.blocks.*, cluster.blocks.*)": (
        "写入被索引或集群的设置阻止，请解除（index.blocks.*，cluster.blocks.*）"
    ),
}


def in_language(text: str, language: str) -> str:
    """What an error said in English, in `zh` or `en`. In Chinese, particulars that other programs gave in English are
    left out, and it is said where they are."""
    if language != "zh":
        return text
    told = _chinese(text, MAX_DEPTH).replace(f"（{UNTOLD}）", UNTOLD).replace(f"：{UNTOLD}", UNTOLD)
    told = _UNTOLD_AGAIN.sub(UNTOLD, told)
    return told.strip("（）") if told == UNTOLD else told


def _chinese(text: str, depth: int) -> str:
    if _LITERAL.fullmatch(text):  # a value as Python quotes it
        return f"“{_ESCAPED.sub(_BARE, text[1:-1])}”"
    if depth:
        reason, found, detail = text.partition(": ")
        if found and reason in _reasons():  # before anything is parted: its detail may be a sentence of two parts
            return f"{_reasons()[reason]}：{_chinese(detail, depth - 1)}"
        if told := _known(text.removesuffix("."), depth - 1):
            return told
        for separator, chinese in (("; ", "；"), (": ", "："), (", ", "，")):
            before, found, after = text.partition(separator)
            if found:
                return f"{_chinese(before, depth - 1)}{chinese}{_chinese(after, depth - 1)}"
    return UNTOLD if _ENGLISH.search(_QUOTED.sub("", text)) else text


def _known(text: str, depth: int) -> str:
    several = "; " in text  # two sentences, but where one has it in its words
    for pattern, chinese in _patterns():
        if (match := pattern.fullmatch(text)) and (not several or ";" in pattern.pattern):
            return chinese.format(*(_chinese(part, depth) for part in match.groups()))
    return ""


@cache
def _reasons() -> dict[str, str]:
    return {describe(reason): describe(reason, "zh") for reason in Reason}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with the most fixed words first."""
    sentences = dict(_TABLE)
    for english, chinese in _reasons().items():
        sentences |= {
            english: chinese,
            f"{english}: {{}}": f"{chinese}：{{}}",
            f"{english} ({{}})": f"{chinese}（{{}}）",
        }
    ordered = sorted(sentences, key=lambda english: len(english) - 2 * english.count("{}"), reverse=True)
    return tuple((_pattern(english), sentences[english]) for english in ordered)


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile("(.*?)".join(map(re.escape, english.split("{}"))), re.DOTALL)
