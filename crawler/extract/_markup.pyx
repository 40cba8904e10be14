# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""`markup.read`, compiled: the same steps under the same names, over the characters in place.

As it reads, it also notes what else of the table is asked for on every page: see `Table` for each of these.
"""

from cpython.list cimport PyList_GET_ITEM, PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM
from libc.string cimport memcmp, memcpy, memset

from crawler.errors import Drop, Reason
from crawler.extract import markup
from crawler.extract.boilerplate import ASIDE_TAGS, NEVER_TEXT_TAGS
from crawler.extract.stopwords import CHARACTERS, EARLY_LETTERS, WORDS, has_stop_word

if markup.VERSION != 14:
    raise ImportError("compiled from another version of the source: make setup compiles it anew")

cdef extern from "Python.h":
    object PyType_GenericAlloc(type of, Py_ssize_t items)
    void PyObject_GC_UnTrack(void *container)
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, const void *data, Py_ssize_t index) nogil
    bint Py_UNICODE_ISSPACE(Py_UCS4 character) nogil
    bint Py_UNICODE_ISALPHA(Py_UCS4 character) nogil
    bint Py_UNICODE_ISALNUM(Py_UCS4 character) nogil
    bint Py_UNICODE_ISDECIMAL(Py_UCS4 character) nogil
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 character, Py_ssize_t start, Py_ssize_t end, int direction)

cdef enum:
    MAX_DEPTH = 512
    NAME_CHARS = 15  # longer names are looked up in a dictionary, as are those that HTML does not know
    SLOTS = 1024
    MAX_KNOWN = 256
    INTEGERS = 8192
    MAX_MARKS = 16
    MAX_PARTS = 32
    # Kinds of elements.
    VOID = 1
    RAW = 2
    ESCAPED = 4
    NOT_TEXT = 8
    HEAD = 16
    BLOCK = 32
    HEADING = 64
    INLINE = 128
    RUNNING = 256

cdef struct Rule:
    int ended_count
    int within_count
    short ended[12]
    short within[16]

cdef struct Tag:
    int kinds
    int before_count
    Rule before[2]
    bint has_end
    Rule end

cdef struct Slot:
    int length
    short number
    char name[NAME_CHARS + 1]

cdef struct Node:
    int tag  # -1: a text
    int parent
    int end
    int links
    int characters
    int valid
    int markup_start
    int markup_end

cdef struct Open:
    int node
    int tag  # -1: has ended while a block inside it goes on
    int same  # the depth of the element around it with the same tag
    int block  # the depth of the block around it
    int container

cdef struct Run:
    int first
    int end
    int container
    int breaks
    int characters
    int linked
    int valid


# -- What `markup` says of the tags that it names, by the numbers of the tags. --

cdef Tag known[MAX_KNOWN]
cdef Slot tag_slots[SLOTS]
cdef Slot profile_slots[SLOTS]
cdef unsigned char begins_profile[128]
cdef Slot stop_slots[SLOTS]
cdef list names = []
cdef dict numbers = {}
cdef unsigned char stop_characters[65536]
cdef unsigned char begins_time[128]
cdef Py_UCS4 FIRST_LATE = EARLY_LETTERS
cdef int CJK_SAMPLE = markup.CJK_SAMPLE
cdef list integers = list(range(INTEGERS))


cdef unsigned hash_of(const char *name, int length) noexcept nogil:
    cdef unsigned value = length
    cdef int at
    for at in range(length):
        value = value * 31 + <unsigned char>name[at]
    return value


cdef int number_of(Slot *slots, const char *name, int length) noexcept nogil:
    """The number of a tag that HTML knows, -1 of another; and so for words."""
    cdef unsigned at = hash_of(name, length) & (SLOTS - 1)
    while slots[at].length:
        if slots[at].length == length and memcmp(slots[at].name, name, length) == 0:
            return slots[at].number
        at = (at + 1) & (SLOTS - 1)
    return -1


cdef void know(Slot *slots, str name, int number):
    cdef bytes ascii_name = name.encode("ascii")
    cdef unsigned at = hash_of(ascii_name, len(ascii_name)) & (SLOTS - 1)
    while slots[at].length:
        at = (at + 1) & (SLOTS - 1)
    memcpy(slots[at].name, <const char *>ascii_name, len(ascii_name))
    slots[at].length, slots[at].number = len(ascii_name), number


cdef Rule rule_of(tuple rule):
    cdef Rule read
    ended = [numbers[name] for name in rule[0]]
    within = [numbers[name] for name in rule[1] if name not in rule[0]]
    read.ended_count, read.within_count = len(ended), len(within)
    for at, number in enumerate(ended):
        read.ended[at] = number
    for at, number in enumerate(within):
        read.within[at] = number
    return read


cdef void learn():
    kinds = {
        VOID: markup.VOID, RAW: markup.RAW, ESCAPED: markup.ESCAPED, NOT_TEXT: markup.NOT_TEXT, HEAD: markup.HEAD,
        BLOCK: markup.BLOCKS, HEADING: markup.HEADINGS, INLINE: markup.INLINE - {markup.TEXT},
        RUNNING: markup.INLINE - {markup.TEXT} - NEVER_TEXT_TAGS - ASIDE_TAGS,
    }
    within = {name for rule in markup.END.values() for name in rule[1]}
    within |= {name for rules in markup.BEFORE.values() for rule in rules for name in rule[0] + rule[1]}
    for name in sorted({"html", "head", "body", "a", "p", "br"}.union(markup.BEFORE, markup.END, within, *kinds.values())):
        know(tag_slots, name, len(names))
        numbers[name] = len(names)
        names.append(name)
    for name in markup.PROFILE_WORDS:
        know(profile_slots, name, 1)
        begins_profile[<int>ord(name[0])] = 1
    for kind, of_kind in kinds.items():
        for name in of_kind:
            known[<int>numbers[name]].kinds |= kind
    for name, rules in markup.BEFORE.items():
        known[<int>numbers[name]].before_count = len(rules)
        for at, rule in enumerate(rules):
            known[<int>numbers[name]].before[<int>at] = rule_of(rule)
    for name, rule in markup.END.items():
        known[<int>numbers[name]].has_end = True
        known[<int>numbers[name]].end = rule_of(rule)
    for word in filter(str.isascii, WORDS):
        know(stop_slots, word, 1)
    for character in CHARACTERS:
        stop_characters[<int>ord(character)] = 1
    for letter in "gjvhy":
        begins_time[<int>ord(letter)] = 1


learn()
cdef int HTML = numbers["html"], HEAD_TAG = numbers["head"], BODY = numbers["body"]
cdef int A = numbers["a"], P = numbers["p"], BR = numbers["br"], SCRIPT = numbers["script"], STYLE = numbers["style"]


cdef inline bint is_markup_space(Py_UCS4 c) noexcept nogil:
    return c == 32 or c == 10 or c == 9 or c == 13 or c == 12


cdef inline bint is_space(Py_UCS4 c) noexcept nogil:
    if c < 128:
        return c == 32 or 9 <= c <= 13 or 28 <= c <= 31
    return Py_UNICODE_ISSPACE(c)


cdef inline Py_UCS4 lower(Py_UCS4 c) noexcept nogil:
    return <Py_UCS4>(<unsigned>c + 32) if 65 <= c <= 90 else c


cdef inline bint is_letter(Py_UCS4 c) noexcept nogil:
    return 97 <= lower(c) <= 122


cdef bint may_begin_time(int kind, const void *data, int at, int end) noexcept nogil:
    """True if what `markup.TIMELY` looks for stands here. `end` is behind the last character that is no white space."""
    cdef Py_UCS4 c = PyUnicode_READ(kind, data, at), after
    if c < 128:
        if 48 <= c <= 57:
            return True
        c = lower(c)
        if not begins_time[c] or at + 1 >= end:
            return False
        after = PyUnicode_READ(kind, data, at + 1)
        if c == 121:  # "y"
            return is_space(after)
        after = lower(after)
        if c == 103 or c == 118:  # "g", "v"
            return after == 111  # "o"
        if c == 106:  # "j"
            return after == 117  # "u"
        return after == 97 or after == 0xe1 or after == 0xc1  # behind "h": "a", "á", "Á"
    if c == 0x43d:  # "н"
        return at + 1 < end and PyUnicode_READ(kind, data, at + 1) in (0x430, 0x410)  # "а", "А"
    if 0x4e00 <= c <= 0x9fff:
        return c == 0x524d or c == 0x521a or c == 0x525b or c == 0x6c11 or c == 0x4eca or c == 0x6628  # "前刚剛民今昨"
    return Py_UNICODE_ISDECIMAL(c)


cdef class Vector:
    """A growing array of one of the structures above."""

    cdef void *items
    cdef int count, room
    cdef size_t size

    def __cinit__(self, size_t size, int room):
        self.size = size
        self.room = room
        self.items = PyMem_Realloc(NULL, size * room)
        if not self.items:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.items)

    cdef void *add(self) except NULL:
        if self.count == self.room:
            items = PyMem_Realloc(self.items, self.size * self.room * 2)
            if not items:
                raise MemoryError
            self.items = items
            self.room *= 2
        self.count += 1
        return <char *>self.items + self.size * (self.count - 1)


cdef struct Attribute:  # from name_start to name_end, and so on; no name: there are no more
    int name_start
    int name_end
    int value_start
    int value_end


cdef int next_attribute(int kind, const void *data, int at, int end, Attribute *found) noexcept nogil:
    """Read an attribute of a tag; where reading goes on."""
    cdef Py_UCS4 c, quote
    cdef int after
    found.name_start = found.name_end = found.value_start = found.value_end = at
    while at < end:
        c = PyUnicode_READ(kind, data, at)
        if not is_markup_space(c) and c != 47:  # "/"
            break
        at += 1
    if at == end or c == 62:  # ">"
        return at
    found.name_start = at
    at += 1
    while at < end:
        c = PyUnicode_READ(kind, data, at)
        if c == 61 or c == 62 or c == 47 or is_markup_space(c):  # "=", ">", "/"
            break
        at += 1
    found.name_end = found.value_start = found.value_end = after = at
    while after < end and is_markup_space(PyUnicode_READ(kind, data, after)):
        after += 1
    if after == end or PyUnicode_READ(kind, data, after) != 61:
        return at
    after += 1
    while after < end and is_markup_space(PyUnicode_READ(kind, data, after)):
        after += 1
    found.value_start = found.value_end = after
    if after == end:
        return after
    quote = PyUnicode_READ(kind, data, after)
    if quote == 34 or quote == 39:
        found.value_start = after = after + 1
        while after < end and PyUnicode_READ(kind, data, after) != quote:
            after += 1
        if after == end:  # never closed: part of the next name
            found.value_start = found.value_end = at
            return at
        found.value_end = after
        return after + 1
    while after < end:
        c = PyUnicode_READ(kind, data, after)
        if c == 62 or is_markup_space(c):
            break
        after += 1
    found.value_end = after
    return after


cdef str value_of(str html, Attribute *found):
    value = html[found.value_start:found.value_end]
    return markup.unescape_value(value) if "&" in value else value


def attributes_of(str text):
    """See `markup.attributes_of`."""
    cdef int kind = PyUnicode_KIND(text), at = 0, end = len(text)
    cdef const void *data = PyUnicode_DATA(text)
    cdef Attribute found
    cdef dict attributes = {}
    while True:
        at = next_attribute(kind, data, at, end, &found)
        if found.name_start == found.name_end:
            return attributes
        name = text[found.name_start:found.name_end].lower()
        if name not in attributes:
            attributes[name] = value_of(text, &found)


cdef class Attributes:
    """`Table.attributes`, over the markup in place."""

    cdef str html
    cdef Vector nodes
    cdef dict known

    def __cinit__(self, str html, Vector nodes):
        self.html, self.nodes, self.known = html, nodes, {}

    def __len__(self):
        return self.nodes.count

    def __getitem__(self, int number):
        if number < 0:
            number += self.nodes.count
        if not 0 <= number < self.nodes.count:
            raise IndexError(number)
        cdef Node *node = <Node *>self.nodes.items + number
        if node.markup_start == node.markup_end:
            return NOTHING
        found = self.known.get(number)
        if found is None:
            found = self.known[number] = attributes_of(self.html[node.markup_start:node.markup_end])
        return found

    def __iter__(self):
        return map(self.__getitem__, range(self.nodes.count))

    def value(self, int number, str name, str default=""):
        if not 0 <= number < self.nodes.count:
            raise IndexError(number)
        cdef Node *node = <Node *>self.nodes.items + number
        cdef int kind = PyUnicode_KIND(self.html), at = node.markup_start, length = len(name), index
        cdef const void *data = PyUnicode_DATA(self.html)
        cdef Attribute found
        while at < node.markup_end:
            at = next_attribute(kind, data, at, node.markup_end, &found)
            if found.name_end - found.name_start == length:
                for index in range(length):
                    if lower(PyUnicode_READ(kind, data, found.name_start + index)) != <Py_UCS4>name[index]:
                        break
                else:
                    return value_of(self.html, &found)
        return default

    def markup_of(self, int number):
        if not 0 <= number < self.nodes.count:
            raise IndexError(number)
        cdef Node *node = <Node *>self.nodes.items + number
        return self.html[node.markup_start:node.markup_end]


NOTHING = {}


cdef struct Name:
    int length
    char name[NAME_CHARS + 1]


cdef Name name_of(str text):
    cdef Name name
    cdef bytes letters = text.encode("ascii")
    name.length = len(letters)
    memcpy(name.name, <const char *>letters, name.length)
    return name


cdef list marked_names = list(markup.MARKED)
cdef int MARKED_COUNT = len(marked_names), FORUM_COUNT = len(markup.FORUM_PARTS), KNOWN = len(names)
cdef Name marked[MAX_MARKS]
cdef Name forum_parts[MAX_PARTS]
cdef unsigned char first_part[128]  # of those that begin with a character
cdef unsigned char last_part[128]
cdef int index_of_name
for index_of_name in range(MARKED_COUNT):
    marked[index_of_name] = name_of(marked_names[index_of_name])
for index_of_name, forum_part in enumerate(sorted(markup.FORUM_PARTS)):
    forum_parts[index_of_name] = name_of(forum_part)
    last_part[<int>forum_parts[index_of_name].name[0]] = index_of_name + 1
for index_of_name in range(FORUM_COUNT - 1, -1, -1):
    first_part[<int>forum_parts[index_of_name].name[0]] = index_of_name


cdef inline object integer(int number):
    """The number as an object, the same one each time: making one costs more than all else of a node's place."""
    return <object>PyList_GET_ITEM(integers, number) if 0 <= number < INTEGERS else number


cdef object plain(container):
    """A container of numbers, texts and such containers. None of them leads back to it, so the garbage collector, which
    would look through a page's lists again and again, need not know it."""
    PyObject_GC_UnTrack(<void *>container)
    return container


cdef type run_type = markup.Run


cdef object run_of(tuple fields):
    """A `markup.Run`, in a fifth of the time that calling the class takes."""
    run = PyType_GenericAlloc(run_type, len(fields))
    for at in range(len(fields)):
        Py_INCREF(fields[at])
        PyTuple_SET_ITEM(run, at, fields[at])
    return plain(run)


cdef int note(dict index, key, int node) except -1:
    found = index.get(key)
    if found is None:
        index[key] = plain([integer(node)])
    else:
        (<list>found).append(integer(node))
    return 0


cdef class Reader:
    """The tokenizer and the builder of `markup` in one."""

    cdef str html
    cdef int kind, size
    cdef const void *data
    cdef int max_nodes
    cdef set unclosed

    # The text that was read since the last node.
    cdef int text_start, text_end, text_characters
    cdef bint text_stops, text_refers
    cdef list pieces

    # The elements that are open.
    cdef Open open[MAX_DEPTH + 2]
    cdef int depth
    cdef int last_block
    cdef int known_last[MAX_KNOWN]
    cdef Vector other_last
    cdef dict other_numbers
    cdef list other_names
    cdef int in_links, breaks
    cdef bint body

    # What becomes the table.
    cdef Vector nodes, runs
    cdef Attribute class_of, id_of, style_of, href_of
    cdef int marks
    cdef int flow_size, cjk  # of the text so far, and of its Han and kana
    cdef list tags, texts, leaves, json_ld
    cdef list profiles, forum_links, offsets, begins, stops, timely
    cdef int flow_end
    cdef dict elements, classes, ids, styles, marked, spaces

    def __cinit__(self, str html, int max_nodes):
        self.html, self.kind, self.data, self.size = html, PyUnicode_KIND(html), PyUnicode_DATA(html), len(html)
        self.max_nodes = max_nodes
        self.unclosed = set()
        self.last_block = -1
        memset(self.known_last, -1, sizeof(self.known_last))
        self.other_last, self.other_numbers, self.other_names = Vector(sizeof(int), 16), {}, []
        self.nodes, self.runs = Vector(sizeof(Node), 1024), Vector(sizeof(Run), 256)
        self.tags, self.texts, self.leaves, self.json_ld = plain([]), plain([]), plain([]), plain([])
        self.profiles, self.forum_links, self.timely = plain([]), plain([]), plain([])
        self.offsets, self.begins, self.stops = plain([0]), plain([]), plain([])
        self.elements, self.classes, self.ids, self.styles, self.marked, self.spaces = {}, {}, {}, {}, {}, {}

    cdef inline Py_UCS4 at(self, int index) noexcept:
        return PyUnicode_READ(self.kind, self.data, index) if index < self.size else 0

    # -- The tokenizer --

    cdef int run(self) except -1:
        cdef int at = 0, start
        cdef int characters
        cdef bint stops, refers
        cdef Py_UCS4 c
        while at < self.size:
            start, characters, stops, refers = at, 0, False, False
            while at < self.size:
                c = PyUnicode_READ(self.kind, self.data, at)
                if c == 60:  # "<"
                    break
                if not is_space(c):
                    characters += 1
                    if c == 38:  # "&"
                        refers = True
                    elif c < 65536 and stop_characters[c]:
                        stops = True
                at += 1
            if at > start:
                self.text(start, at, characters, stops, refers)
            if at < self.size:
                at = self.tag(at)
        return self.flush()

    cdef int tag(self, int start) except -1:
        """What begins with a "<": a tag, or else a comment or a text; where reading goes on."""
        cdef int at = start + 1, name_start, length = 0, number
        cdef char name[NAME_CHARS]
        cdef Py_UCS4 c = self.at(at)
        cdef bint ends = c == 47  # "/"
        if ends:
            at += 1
        if not is_letter(self.at(at)):
            return self.other(start)
        name_start = at
        while at < self.size:
            c = PyUnicode_READ(self.kind, self.data, at)
            if c == 62 or c == 47 or is_markup_space(c):
                break
            if length < NAME_CHARS and c < 128:
                name[length] = <char>lower(c)
            elif length < NAME_CHARS:
                length = NAME_CHARS
            length += 1
            at += 1
        number = number_of(tag_slots, name, length) if length <= NAME_CHARS else -1
        if number < 0:
            number = self.other_number(self.html[name_start:at].lower())
        return self.end_tag(number, at) if ends else self.start_tag(number, at)

    cdef int other_number(self, str name) except -1:
        """The number of a tag that HTML does not know, on this page."""
        number = self.other_numbers.get(name)
        if number is None:
            number = self.other_numbers[name] = KNOWN + len(self.other_numbers)
            self.other_names.append(name)
            (<int *>self.other_last.add())[0] = -1
        return number

    cdef int other(self, int start) except -1:
        """Where reading goes on behind a "<" that begins no tag."""
        cdef Py_UCS4 c = self.at(start + 1)
        cdef int at
        if c == 33 and self.at(start + 2) == 45 and self.at(start + 3) == 45:  # "<!--"
            at = start + 4
            while True:
                at = self.find(62, at)
                if at < 0:
                    return self.size
                if self.at(at - 1) == 45 and self.at(at - 2) == 45:
                    return at + 1
                if self.at(at - 1) == 33 and self.at(at - 2) == 45 and self.at(at - 3) == 45 and at - 3 >= start + 2:
                    return at + 1
                at += 1
        if c == 33 or c == 63 or c == 47:  # "!", "?", "/"
            at = self.find(62, start)
            return self.size if at < 0 else at + 1
        self.text(start, start + 1, 1, False, False)
        return start + 1

    cdef int find(self, Py_UCS4 c, int start) noexcept:
        return PyUnicode_FindChar(self.html, c, start, self.size, 1) if start < self.size else -1

    cdef int end_tag(self, int number, int at) except -1:
        cdef Attribute found
        while True:
            at = next_attribute(self.kind, self.data, at, self.size, &found)
            if found.name_start == found.name_end:
                break
        if at >= self.size:
            return self.size
        self.end(number)
        return at + 1

    cdef int start_tag(self, int number, int at) except -1:
        """Begin an element, and end it if it has no content; where reading goes on."""
        cdef int markup_start = at, markup_end, end = -1, kinds
        at = self.read_attributes(at)
        if at >= self.size:
            return self.size
        markup_end = at
        at += 1
        kinds = self.kinds(number)
        if kinds & (RAW | ESCAPED):
            end = self.raw_end(number, at)
        if not self.start(number, markup_start, markup_end):
            return at
        if end >= 0:
            self.raw(number, kinds, at, end)
            self.end_last()
            at = self.find(62, end)
            return self.size if at < 0 else at + 1
        if kinds & VOID or self.ends_at_once(markup_start, markup_end):
            self.end_last()
        return at

    cdef bint ends_at_once(self, int start, int end) noexcept:
        if start == end or self.at(end - 1) != 47:
            return False
        if end - 1 == start:
            return True
        cdef Py_UCS4 c = self.at(end - 2)
        return c == 34 or c == 39 or is_markup_space(c)

    cdef int raw_end(self, int number, int start) except -2:
        """Where the end tag of an element that holds only text stands; -1 if it holds elements, for want of one."""
        cdef int at = start - 1, length, index
        cdef bint comment = False
        if number in self.unclosed:
            return -1
        name = <str>names[number]
        length = len(name)
        while True:
            at = self.find(60, at + 1)
            if at < 0:
                break
            if self.at(at + 1) == 33 and self.at(at + 2) == 45 and self.at(at + 3) == 45:
                comment = True
            if self.at(at + 1) != 47:
                continue
            for index in range(length):
                if lower(self.at(at + 2 + index)) != <Py_UCS4>name[index]:
                    break
            else:
                if at + 2 + length < self.size and self.ends_name(self.at(at + 2 + length)):
                    if comment and number == SCRIPT:
                        return markup.script_end(self.html, start, at)
                    return at
        if number == SCRIPT or number == STYLE:
            return self.size
        self.unclosed.add(number)
        return -1

    cdef bint ends_name(self, Py_UCS4 c) noexcept:
        return c == 62 or c == 47 or is_markup_space(c)

    # -- The builder --

    cdef int kinds(self, int number) noexcept:
        return known[number].kinds if number < KNOWN else 0

    cdef int last(self, int number) noexcept:
        """At which depth the innermost element with a tag is open, -1 if none is."""
        if number < KNOWN:
            return self.known_last[number]
        return (<int *>self.other_last.items)[number - KNOWN]

    cdef int set_last(self, int number, int depth) noexcept:
        if number < KNOWN:
            self.known_last[number] = depth
        else:
            (<int *>self.other_last.items)[number - KNOWN] = depth
        return 0

    cdef int text(self, int start, int end, int characters, bint stops, bint refers) except -1:
        if self.text_start == self.text_end and self.pieces is None:
            self.text_start, self.text_end, self.text_characters = start, end, characters
            self.text_stops, self.text_refers = stops, refers
            return 0
        if self.pieces is None:
            self.pieces = [self.piece(self.text_start, self.text_end, self.text_refers)]
        self.pieces.append(self.piece(start, end, refers))
        return 0

    cdef str piece(self, int start, int end, bint refers):
        text = self.html[start:end]
        return markup.unescaped(text) if refers else text

    cdef int flush(self, int number=-1) except -1:
        """Make a leaf of the text that was read since the last node. White space alone is noted where what stands on
        both sides of it is of one line: `number` is that of the element which begins or ends behind it."""
        cdef str text
        if self.pieces is not None:
            text = "".join(self.pieces)
            self.pieces = None
            self.text_start = self.text_end
            return self.leaf_of(text, number)
        if self.text_start == self.text_end:
            return 0
        start, end, self.text_start = self.text_start, self.text_end, self.text_end
        if self.text_refers:
            return self.leaf_of(markup.unescaped(self.html[start:end]), number)
        if self.text_characters:
            return self.leaf(self.html[start:end], self.text_characters, self.text_stops)
        if self.is_of_line(number):
            self.space(self.html[start:end])
        return 0

    cdef bint is_of_line(self, int number) noexcept:
        """True if neither the last node nor an element breaks the line."""
        if number < 0 or not self.kinds(number) & INLINE or not self.nodes.count:
            return False
        cdef int last = (<Node *>self.nodes.items)[self.nodes.count - 1].tag
        return last < 0 or self.kinds(last) & INLINE

    cdef int space(self, str text) except -1:
        self.spaces[self.nodes.count] = self.spaces.get(self.nodes.count, "") + text
        return 0

    cdef int leaf_of(self, str text, int number) except -1:
        """Make a leaf of a text of which nothing is known."""
        cdef int kind = PyUnicode_KIND(text), at, characters = 0
        cdef const void *data = PyUnicode_DATA(text)
        cdef bint stops = False
        cdef Py_UCS4 c
        for at in range(len(text)):
            c = PyUnicode_READ(kind, data, at)
            if not is_space(c):
                characters += 1
                if c < 65536 and stop_characters[c]:
                    stops = True
        if characters:
            return self.leaf(text, characters, stops)
        return self.space(text) if text and self.is_of_line(number) else 0

    cdef int leaf(self, str text, int characters, bint stops) except -1:
        cdef Node *node
        cdef Run *run
        cdef int container
        if not self.body and self.depth < 3:
            self.begin_body(0, 0)
        node = self.add(-1, 0, 0)
        node.characters = characters
        if not self.in_links and (stops or self.has_stop_word(text)):
            node.valid = characters
        self.tags.append("")
        self.texts.append(text)
        container = self.open[self.depth - 1].container
        run = <Run *>self.runs.items + self.runs.count - 1
        if self.runs.count == 0 or run.container != container or run.breaks != self.breaks:
            run = <Run *>self.runs.add()
            run.container, run.breaks, run.first = container, self.breaks, len(self.leaves)
            run.characters = run.linked = run.valid = 0
        run.characters += characters
        run.valid += node.valid
        if self.in_links:
            run.linked += characters
        if self.flow_size < CJK_SAMPLE:
            self.count_cjk(text)
        self.leaves.append(integer(self.nodes.count - 1))
        self.note_text(text)
        run.end = len(self.leaves)
        return 0

    cdef int note_text(self, str text) except -1:
        """Note where the text of the last leaf stands in the flow, and whether there may be a time in it."""
        cdef int kind = PyUnicode_KIND(text), at = 0, size = len(text), end = size
        cdef const void *data = PyUnicode_DATA(text)
        while is_space(PyUnicode_READ(kind, data, at)):
            at += 1
        while is_space(PyUnicode_READ(kind, data, end - 1)):
            end -= 1
        self.begins.append(integer(self.flow_end + at))
        self.stops.append(integer(self.flow_end + end))
        for at in range(at, end):
            if may_begin_time(kind, data, at, end):
                self.timely.append(integer(self.nodes.count - 1))
                break
        self.flow_end += size + 1
        self.offsets.append(integer(self.flow_end))
        return 0

    cdef int count_cjk(self, str text) except -1:
        cdef int kind = PyUnicode_KIND(text), at
        cdef const void *data = PyUnicode_DATA(text)
        cdef Py_UCS4 c
        for at in range(min(<int>len(text), CJK_SAMPLE - self.flow_size)):
            c = PyUnicode_READ(kind, data, at)
            self.cjk += 0x3040 <= c <= 0x9fff
        self.flow_size += len(text) + 1
        return 0

    cdef bint has_stop_word(self, str text):
        """`stopwords.has_stop_word` of a text without function words that are one character."""
        cdef int kind = PyUnicode_KIND(text), at, size = len(text), length = 0
        cdef const void *data = PyUnicode_DATA(text)
        cdef char word[NAME_CHARS]
        cdef bint beyond_ascii = False
        cdef Py_UCS4 c
        for at in range(size + 1):
            c = lower(PyUnicode_READ(kind, data, at)) if at < size else 32
            if 97 <= c <= 122:
                if length < NAME_CHARS:
                    word[length] = <char>c
                length += 1
            elif c >= 128 and Py_UNICODE_ISALNUM(c) and not Py_UNICODE_ISDECIMAL(c):
                beyond_ascii = beyond_ascii or (c < FIRST_LATE and Py_UNICODE_ISALPHA(c))
                length += NAME_CHARS + 1  # a word with it is none of those in ASCII
            else:
                if 0 < length <= NAME_CHARS and number_of(stop_slots, word, length) > 0:
                    return True
                length = 0
        return beyond_ascii and has_stop_word(text)

    cdef bint start(self, int number, int markup_start, int markup_end) except -1:
        """Begin an element; False if the tag says nothing here."""
        cdef int index
        self.flush(number)
        if number == HTML:
            self.frame(HTML, markup_start, markup_end)
            return False
        if number == BODY:
            self.begin_body(markup_start, markup_end)
            return False
        if number == HEAD_TAG:
            if not self.body and self.depth < 2:
                self.frame(HEAD_TAG, markup_start, markup_end)
            return False
        if not self.body and self.depth < 3:
            self.begin_head_or_body(number)
        elif number == A and self.known_last[A] >= 0:
            self.end_inline(A)
        if number < KNOWN:
            for index in range(known[number].before_count):
                self.apply(&known[number].before[index])
            if known[number].kinds & HEADING and self.kinds(self.open[self.depth - 1].tag) & HEADING:
                self.end_last()
        self.push(number, markup_start, markup_end)
        return True

    cdef int end(self, int number) except -1:
        """What an end tag says."""
        if number == HTML or number == BODY or number == HEAD_TAG:
            return 0
        if number >= KNOWN or not known[number].has_end:
            if self.last(number) >= 0:
                self.flush(number)
                self.end_inline(number)
        elif self.may_end(&known[number].end) >= 0:
            self.flush()
            self.apply(&known[number].end)
        elif (number == P or number == BR) and self.start(number, 0, 0):
            self.end_last()
        return 0

    cdef int raw(self, int number, int kinds, int start, int end) except -1:
        """The text of an element that holds nothing else."""
        cdef Node *node = <Node *>self.nodes.items + self.open[self.depth - 1].node
        if kinds & NOT_TEXT:
            if "ld+json" in self.html[node.markup_start:node.markup_end]:
                self.json_ld.append(self.html[start:end])
            return 0
        text = self.html[start:end]
        return self.leaf_of(markup.unescaped(text) if kinds & ESCAPED and "&" in text else text, -1)

    cdef int end_last(self) except -1:
        """End the innermost element."""
        return self.end_from(self.depth - 1)

    cdef int end_from(self, int depth) except -1:
        """End all elements from a depth on, and those around them that had ended but for the blocks in them."""
        cdef Open *last
        while self.depth > depth or (self.depth and self.open[self.depth - 1].tag < 0):
            self.depth -= 1
            last = &self.open[self.depth]
            (<Node *>self.nodes.items)[last.node].end = self.nodes.count
            if last.tag >= 0:
                self.set_last(last.tag, last.same)
                if self.kinds(last.tag) & BLOCK:
                    self.last_block = last.block
                elif last.tag == A:
                    self.in_links -= 1
        return 0

    cdef int frame(self, int number, int markup_start, int markup_end) except -1:
        """Begin <html>, <head> or <body>, or give its attributes to the one that began without its tag."""
        cdef Node *node
        if self.known_last[number] < 0:
            if number != HTML and not self.depth:
                self.push(HTML, 0, 0)
            return self.push(number, markup_start, markup_end)
        node = <Node *>self.nodes.items + self.open[self.known_last[number]].node
        if node.markup_start == node.markup_end and markup_start != markup_end:
            node.markup_start, node.markup_end = markup_start, markup_end
            self.note_attributes(self.open[self.known_last[number]].node)
            for index in (self.classes, self.ids, self.styles, self.marked):
                for nodes in index.values():
                    nodes.sort()
        return 0

    cdef int begin_body(self, int markup_start, int markup_end) except -1:
        if not self.body:
            self.end_from(1)
            self.body = True
        return self.frame(BODY, markup_start, markup_end)

    cdef int begin_head_or_body(self, int number) except -1:
        """Before an element that stands in neither."""
        if not self.kinds(number) & HEAD:
            return self.begin_body(0, 0)
        return self.frame(HEAD_TAG, 0, 0) if self.depth < 2 else 0

    cdef int may_end(self, Rule *rule) noexcept:
        """The depth of the outermost element that a rule ends, -1 if there is none."""
        cdef int index, depth, border = -1, outermost = -1
        cdef bint found = False
        for index in range(rule.ended_count):
            found = found or self.known_last[rule.ended[index]] >= 0
        if not found:
            return -1
        for index in range(rule.within_count):
            border = max(border, self.known_last[rule.within[index]])
        for index in range(rule.ended_count):
            depth = self.known_last[rule.ended[index]]
            if depth > border and (outermost < 0 or depth < outermost):
                outermost = depth
        return outermost

    cdef int apply(self, Rule *rule) except -1:
        cdef int depth = self.may_end(rule)
        return self.end_from(depth) if depth >= 0 else 0

    cdef int end_inline(self, int number) except -1:
        """End an element, or, where a block goes on in it, note that it has ended."""
        cdef int depth = self.last(number)
        if self.last_block < depth:
            return self.end_from(depth)
        self.set_last(number, self.open[depth].same)
        self.open[depth].tag = -1
        if number == A:
            self.in_links -= 1
        return 0

    cdef int push(self, int number, int markup_start, int markup_end) except -1:
        cdef Open *open
        cdef int kinds = self.kinds(number)
        if self.depth > MAX_DEPTH:
            raise markup.EndError
        if number == A:
            self.in_links += 1
        self.add(number, markup_start, markup_end)
        name = <str>names[number] if number < KNOWN else self.other_names[number - KNOWN]
        self.tags.append(name)
        self.texts.append("")
        note(self.elements, name, self.nodes.count - 1)
        if markup_start != markup_end:
            self.note_attributes(self.nodes.count - 1)
            if number == A and self.href_of.name_end:
                if self.names_profile():
                    self.profiles.append(integer(self.nodes.count - 1))
                if self.names_forum():
                    self.forum_links.append(integer(self.nodes.count - 1))
        if not kinds & INLINE:
            self.breaks += 1
        open = &self.open[self.depth]
        open.node, open.tag, open.same, open.block = self.nodes.count - 1, number, self.last(number), self.last_block
        open.container = self.open[self.depth - 1].container if kinds & RUNNING else open.node
        self.set_last(number, self.depth)
        if kinds & BLOCK:
            self.last_block = self.depth
        self.depth += 1
        return 0

    cdef Node *add(self, int tag, int markup_start, int markup_end) except NULL:
        cdef Node *node
        if self.nodes.count >= self.max_nodes:
            raise Drop(Reason.TOO_MANY_NODES, f"more than {self.max_nodes}")
        node = <Node *>self.nodes.add()
        node.tag, node.parent = tag, self.open[self.depth - 1].node if self.depth else -1
        node.end, node.links, node.characters, node.valid = self.nodes.count, self.in_links, 0, 0
        node.markup_start, node.markup_end = markup_start, markup_end
        return node

    cdef int read_attributes(self, int at) noexcept:
        """Where a tag ends. Keeps where its class and its id stand, and which of the marked attributes it has."""
        cdef Attribute found
        cdef int length, index
        self.class_of.name_end = self.id_of.name_end = self.style_of.name_end = self.href_of.name_end = self.marks = 0
        while True:
            at = next_attribute(self.kind, self.data, at, self.size, &found)
            length = found.name_end - found.name_start
            if length == 5 and not self.class_of.name_end and self.is_named(found.name_start, b"class", 5):
                self.class_of = found
            elif length == 5 and not self.style_of.name_end and self.is_named(found.name_start, b"style", 5):
                self.style_of = found
            elif length == 2 and not self.id_of.name_end and self.is_named(found.name_start, b"id", 2):
                self.id_of = found
            elif length == 4 and not self.href_of.name_end and self.is_named(found.name_start, b"href", 4):
                self.href_of = found
            elif length:
                for index in range(MARKED_COUNT):
                    if marked[index].length == length and self.is_named(found.name_start, marked[index].name, length):
                        self.marks |= 1 << index
            else:
                return at

    cdef int note_attributes(self, int node) except -1:
        """Note what `read_attributes` kept."""
        cdef int index
        if self.class_of.name_end:
            note(self.classes, value_of(self.html, &self.class_of), node)
        if self.id_of.name_end:
            note(self.ids, value_of(self.html, &self.id_of), node)
        if self.style_of.name_end:
            note(self.styles, value_of(self.html, &self.style_of), node)
        if self.marks:
            for index in range(MARKED_COUNT):
                if self.marks & 1 << index:
                    note(self.marked, marked_names[index], node)
        return 0

    cdef bint names_profile(self):
        """`markup.names_profile` of the last href."""
        cdef int at, length = 0
        cdef char word[NAME_CHARS]
        cdef Py_UCS4 c
        for at in range(self.href_of.value_start, self.href_of.value_end + 1):
            c = lower(PyUnicode_READ(self.kind, self.data, at)) if at < self.href_of.value_end else 0
            if 97 <= c <= 122 or 48 <= c <= 57:
                if length < NAME_CHARS:
                    word[length] = <char>c
                length += 1
                continue
            if 0 < length <= NAME_CHARS and begins_profile[<int>word[0]] and number_of(profile_slots, word, length) > 0:
                return True
            if c == 38 and not self.is_amp(at) and self.refers(at):
                return markup.names_profile(value_of(self.html, &self.href_of))
            length = 0
        return False

    cdef bint names_forum(self):
        """`markup.names_forum` of the last href."""
        cdef int at = self.href_of.value_start, end = self.href_of.value_end, part, next
        cdef Py_UCS4 c, second
        while at < end:
            next = at + 1
            c = lower(PyUnicode_READ(self.kind, self.data, at))
            if c < 128 and last_part[c]:
                if c == 38 and self.is_amp(at):
                    next = at + 5
                elif c == 38 and self.refers(at):
                    return markup.names_forum(value_of(self.html, &self.href_of))
                second = lower(PyUnicode_READ(self.kind, self.data, next)) if next < end else 0
                for part in range(first_part[c], last_part[c]):
                    if forum_parts[part].name[1] == <char>second and self.is_part(&forum_parts[part], next, end):
                        return True
            at = next
        return False

    cdef bint is_amp(self, int at) noexcept:
        """True if "&" is written out here."""
        return at + 5 <= self.href_of.value_end and self.is_named(at, b"&amp;", 5)

    cdef bint refers(self, int at) noexcept:
        """True if there may be a character reference in the rest of the last href."""
        for at in range(at, self.href_of.value_end):
            if PyUnicode_READ(self.kind, self.data, at) == 59:  # ";"
                return True
        return False

    cdef inline bint is_part(self, Name *part, int start, int end) noexcept:
        """True if what follows the first character of a part stands here."""
        return part.length - 1 <= end - start and self.is_named(start, part.name + 1, part.length - 1)

    cdef bint is_named(self, int start, const char *name, int length) noexcept:
        cdef int index
        for index in range(length):
            if lower(PyUnicode_READ(self.kind, self.data, start + index)) != <unsigned char>name[index]:
                return False
        return True

    # -- The table --

    cdef list column(self, int offset):
        """One number of all nodes."""
        cdef list column = PyList_New(self.nodes.count)
        cdef int at
        cdef char *item = <char *>self.nodes.items + offset
        for at in range(self.nodes.count):
            value = integer((<int *>item)[0])
            Py_INCREF(value)
            PyList_SET_ITEM(column, at, value)
            item += sizeof(Node)
        return plain(column)

    cdef list sums(self, int offset):
        """The prefix sums of one number of all nodes."""
        cdef list sums = [0]
        cdef int at
        cdef long long sum = 0
        cdef char *item = <char *>self.nodes.items + offset
        for at in range(self.nodes.count):
            sum += (<int *>item)[0]
            sums.append(integer(sum) if sum < INTEGERS else sum)
            item += sizeof(Node)
        return plain(sums)

    cdef list leaf_counts(self):
        """How many text leaves stand before each node, and before one that would follow."""
        cdef list counts = PyList_New(self.nodes.count + 1)
        cdef int at, count = 0
        for at in range(self.nodes.count + 1):
            value = integer(count)
            Py_INCREF(value)
            PyList_SET_ITEM(counts, at, value)
            if at < self.nodes.count:
                count += (<Node *>self.nodes.items)[at].tag < 0
        return plain(counts)

    cdef int fill(self, table) except -1:
        cdef Node node
        cdef int at
        cdef Run *run
        table.tags, table.texts, table.json_ld = self.tags, self.texts, self.json_ld
        table.parents = self.column(<char *>&node.parent - <char *>&node)
        table.ends = self.column(<char *>&node.end - <char *>&node)
        table.links = self.column(<char *>&node.links - <char *>&node)
        table.characters = self.column(<char *>&node.characters - <char *>&node)
        table.valid = self.column(<char *>&node.valid - <char *>&node)
        table.valid_sums = self.sums(<char *>&node.valid - <char *>&node)
        table.leaf_counts = self.leaf_counts()
        table.attributes = Attributes(self.html, self.nodes)
        table.leaves, table.offsets, table.elements, table.marked = self.leaves, self.offsets, self.elements, self.marked
        table.begins, table.stops, table.timely = self.begins, self.stops, self.timely
        table.profiles, table.forum_links, table.spaces = self.profiles, self.forum_links, self.spaces
        table.is_cjk = self.cjk * 4 > max(0, min(self.flow_size - 1, CJK_SAMPLE))
        table.classes, table.ids, table.styles = self.classes, self.ids, self.styles
        runs = plain([])
        for at in range(self.runs.count):
            run = <Run *>self.runs.items + at
            leaves = plain(self.leaves[run.first:run.end])
            weight = run.characters - run.linked if run.valid and run.linked * 2 < run.characters else 0
            runs.append(run_of(
                (leaves, leaves[0], integer(run.container), integer(run.breaks), run.characters, run.linked, run.valid > 0, weight)
            ))
        table.runs = runs
        return 0


def read(str html, table, int max_nodes):
    """See `markup.read`."""
    cdef Reader reader = Reader(html, max_nodes)
    try:
        reader.run()
    except markup.EndError:
        pass
    reader.end_from(0)
    reader.fill(table)
