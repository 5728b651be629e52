"""Which characters of a text look like others, or change the order in which others are seen."""

from __future__ import annotations

import unicodedata
from functools import cache

from hookwright.patterns import late_pattern

# Letters of other scripts that are drawn as letters or digits of ASCII: Cyrillic, Greek, Armenian, Cherokee, and those
# of Latin that are no letters of a usual alphabet.
_LETTERS = frozenset(
    "аАвВсСеЕԁԀһнНіІїЇјЈкКӏӀмМоОрРԛԚѕЅтТуУѵѴхХԝԜЗзбЬьҮүҺԌԍпгӦӧёЁєЄҽӡӠӔӕѐЀѝӒӓҫҪ"
    "αΑΒβΕεΖΗηιΙϊΪΚκΜμΝνΟοόΌΡρσΤτΥυύϋΧχωγϲϹϳϜϝϚϨϱϒάέίήώΆΈΉΊΎ"
    "աեգհոսօՕՏՍցզքյյլռԼՀԱԵԳ"
    "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎵᎷᎻᎽᎾᎿᏀᏃᏎᏏᏒᏔᏕᏚᏞᏟᏢᏦᏭᏮᏳᏴ"
    "ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲟⲣⲥⲭꓐꓑꓒꓓꓔꓕꓖꓗꓘꓙꓚꓜꓝꓟꓠꓡꓢꓣꓤꓥꓦꓧꓨꓩꓪꓫꓬꓮꓰꓲꓳꓴ"
    "ıȷɑɡɩɪʏʀʟɴʜʙɢɣɯɾʃʋʟǀǁǃꞌꞍꞎɋſƖƽƼƨƧɃŀ০੦૦๐໐၀○〇〡〢ㅣㅡㅇ一丨丶ノへ工口"
)
# Signs that are drawn as, or nearly as, those that mean something in a command or a path.
_SIGNS = late_pattern(
    "[\u00b4\u00b8\u00d7\u00f7\u02b9-\u02df\u02ee\u0301\u0335-\u0338\u0374\u037e\u0387\u0589\u058a\u05be\u05c0\u05c3"
    "\u05f3\u05f4\u0609\u060d\u066a-\u066d\u06d4\u0703\u0704\u07c0\u07ca\u07f4\u07f5\u0903\u0964\u0a83\u0b20\u1400"
    "\u1427\u144a\u1680\u1803\u1809\u2010-\u2013\u2016-\u201f\u2024-\u2027\u2032-\u203c\u203f-\u2044\u204e\u204f"
    "\u2052\u2053\u205a-\u205f\u2190-\u2193\u2212\u2215-\u2219\u2223\u2227\u2228\u2236-\u223c\u2264\u2265\u2500-\u2503"
    "\u2571-\u2573\u2758\u275b-\u275e\u276e\u276f\u2795\u2796\u27cb\u27cd\u29f5\u29f8\u29f9\u2aa1\u2aa2\u2cf9\u2cfe"
    "\u2e17\u2e1a\u2e28\u2e29\u2e30-\u2e33\u2e3a-\u2e40\u2f02\u3001-\u3003\u3007\u3008-\u3011\u3014-\u3017\u301c\u30a0"
    "\u30fb\u30fc\ua4f8\ua4f9\ua4fd\ua4fe\ua4ff\ua60e\ua6eb\ua6ef\ua6f3\ua78a-\ua78c\ua789\ud7fb\U00010101\U00016f51]"
)
_TOKEN = late_pattern(r"[^\W_]+(?:[^\W_]|[\u0300-\u036f])*")
_MIXING = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "GEORGIAN", "ETHIOPIC", "VAI", "NKO")
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_MARK = "M"


def misleading(text: str) -> frozenset[int]:
    """The indices of the characters that could be taken for others, or that change the order in which others are seen.

    A word of one script is left as it is where a letter in it tells the script: `привет` is, `сору` is not.
    """
    if text.isascii():
        return frozenset()
    found = {index for index, it in enumerate(text) if not it.isascii() and _stands_for_ascii(it)}
    found |= {index for index in range(1, len(text)) if _is_composed(text[index - 1], text[index])}
    for token in _TOKEN.finditer(text):
        if not token[0].isascii() and _is_ambiguous(token[0]):
            found.update(index for index in range(*token.span()) if text[index] > "\x7f")
    return frozenset(found | _reordering(text))


@cache
def _stands_for_ascii(character: str) -> bool:
    if _SIGNS.match(character):
        return True
    normal = unicodedata.normalize("NFKC", character)
    # `é` has a form of its own; a letter of full width, `ﬁ` and `²` are others in disguise.
    return normal != character and any(it.isascii() for it in normal)


def _is_composed(before: str, mark: str) -> bool:
    """Whether a letter and the mark behind it look like one letter that there also is."""
    return unicodedata.category(mark)[0] == _MARK and len(unicodedata.normalize("NFC", before + mark)) == 1


def _is_ambiguous(token: str) -> bool:
    scripts = {script for it in token if it.isalpha() and (script := _script(it))}
    foreign = [it for it in token if not it.isascii() and it.isalpha()]
    return len(scripts) > 1 or (bool(foreign) and all(it in _LETTERS for it in foreign))


@cache
def _script(letter: str) -> str:
    """The script of a letter, by its name; nothing for one that no other script has a likeness of."""
    name = unicodedata.name(letter, "").partition(" ")[0]
    return name if name in _MIXING else ""


def _reordering(text: str) -> set[int]:
    """The letters written from right to left where they move what stands beside them.

    Words of them with blanks between stay in their place if there is a letter from left to right on either side, and
    no digit follows.
    """
    kinds = [unicodedata.bidirectional(it) for it in text]
    if _RIGHT_TO_LEFT.isdisjoint(kinds):
        return set()
    found: set[int] = set()
    start = 0
    for end in (*(index for index, it in enumerate(kinds) if it == "L"), len(text)):
        piece = [index for index in range(start, end) if kinds[index] in _RIGHT_TO_LEFT]
        if piece and (start == 0 or not _stays(kinds[piece[0] : end])):
            found.update(piece)
        start = end + 1
    return found


def _stays(kinds: list[str]) -> bool:
    """Whether letters from right to left, and what follows them, move nothing."""
    last = max(index for index, it in enumerate(kinds) if it in _RIGHT_TO_LEFT)
    inside = all(it in ("R", "AL", "WS", "NSM") for it in kinds[:last])
    return inside and kinds[last] != "AN" and not any(it in ("EN", "AN") for it in kinds[last:])
