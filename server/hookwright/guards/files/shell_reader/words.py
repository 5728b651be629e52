"""Splits a shell command into words, operators, redirections and here-documents."""

from __future__ import annotations

from .brackets import closing
from .dollars import escaped, expansion
from .late import late_pattern
from .tokens import UNKNOWN, Part, Token, Unreadable

_LONGEST = 100_000
_MOST_TOKENS = 5_000
# Each attempt to read `((` as the beginning of a sum goes through the rest of the text.
_MOST_SUMS = 50
_BLANKS = " \t\r"
_ENDS = " \t\r\n;&|()"
_OPERATORS = ("&&", "||", ";;&", ";;", ";&", "|&", "\n", ";", "&", "|", "(", ")")
# Behind one of these, a command goes on in the next line.
_GO_ON = ("&&", "||", "|", "|&")
_REDIRECTION = late_pattern(r"(\d*|\{\w+\})(&>>|&>|<<<|<<-|<<|<>|>>|>\||>&|<&|>|<)")
# Behind one of these, a bracket begins a pattern such as `!(a|b)`, or the values of an array.
_BEFORE_GROUPS = frozenset("?*+@!=")


def tokens(text: str) -> list[Token]:
    """The words, operators and redirections of a command, in order.  Raises Unreadable."""
    if len(text) > _LONGEST:
        raise Unreadable(f"the command is longer than {_LONGEST} characters")
    found = _Lexer(text).all()
    if len(found) > _MOST_TOKENS:
        raise Unreadable(f"the command has more than {_MOST_TOKENS} words")
    return found


def operand_parts(text: str) -> list[Part]:
    """The parts of what stands behind the operator of an expansion, as in `${NAME:-operand}`."""
    return _Lexer(text).word().parts if text else [Part("text", "", quoted=True)]


def document_parts(body: str) -> list[Part]:
    """The parts of a here-document, in which only expansions count."""
    lexer = _Lexer(body.replace('"', "\1") + '"')
    parts = lexer.double_quoted()
    for it in parts:
        it.text = it.text.replace("\1", '"')
    return parts


class _Lexer:
    """Reads a text from its place `at`; `documents` are the here-documents whose bodies begin on the next line."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.sums = 0
        self.found: list[Token] = []
        self.documents: list[tuple[Token, str, bool]] = []

    def all(self) -> list[Token]:
        text = self.text
        while self.at < len(text):
            character = text[self.at]
            if character in _BLANKS:
                self.at += 1
            elif text.startswith("\\\n", self.at):
                self.at += 2
            elif character == "#":
                self.at = self._line_end()
            elif text.startswith(("<(", ">("), self.at) or not self._operator():
                self.found.append(self.word())
        self._read_documents()
        return self.found

    def _line_end(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def _operator(self) -> bool:
        text = self.text
        if text.startswith("((", self.at) and self._skip_sum():
            return True
        redirection = _REDIRECTION.match(text, self.at)
        if redirection and (not redirection[1] or self.at == 0 or text[self.at - 1] in _ENDS):
            self.at = redirection.end()
            self._redirection(redirection[2])
            return True
        for operator in _OPERATORS:
            if text.startswith(operator, self.at):
                self.at += len(operator)
                goes_on = operator == "\n" and self.found[-1:] and self.found[-1].is_operator(*_GO_ON)
                if not goes_on:
                    self.found.append(Token("operator", operator))
                if operator == "\n":
                    self._read_documents()
                return True
        return False

    def _skip_sum(self) -> bool:
        """Goes on behind `((1 + 2))`; a subshell in another one is none."""
        self.sums += 1
        if self.sums > _MOST_SUMS:
            raise Unreadable("the command has too many brackets")
        try:
            end = closing(self.text, self.at + 2, "(", ")")
        except Unreadable:
            return False
        if not self.text.startswith("))", end):
            return False
        self.at = end + 2
        return True

    def _redirection(self, operator: str) -> None:
        while self.text[self.at : self.at + 1] and self.text[self.at] in _BLANKS:
            self.at += 1
        target = self.word()
        if operator not in ("<<", "<<-"):
            self.found.append(Token("redirection", operator, target.parts))
            return
        quoted = any(it.quoted for it in target.parts)
        document = Token("document", expands=not quoted)
        self.documents.append((document, "".join(it.text for it in target.parts), operator == "<<-"))
        self.found.append(document)

    def _read_documents(self) -> None:
        """The bodies of the here-documents that begin on the line before; a missing end is the end of the text."""
        for document, end, indented in self.documents:
            lines: list[str] = []
            while self.at < len(self.text):
                line_end = self._line_end()
                line = self.text[self.at : line_end]
                self.at = line_end + 1
                line = line.lstrip("\t") if indented else line
                if line.rstrip("\r") == end:
                    break
                lines.append(line + "\n")
            document.text = "".join(lines)
        self.documents = []

    def word(self) -> Token:
        """The word that begins here."""
        text, start = self.text, self.at
        parts: list[Part] = []
        while self.at < len(text):
            character = text[self.at]
            if character == "(" and parts and parts[-1].kind == "text" and parts[-1].text[-1:] in _BEFORE_GROUPS:
                parts += [Part("text", UNKNOWN), Part("inside", self._between(1))]
            elif character in _ENDS or (character in "<>" and not text.startswith(("<(", ">("), self.at)):
                break
            else:
                parts += self._piece(character)
        if self.at == start:
            raise Unreadable(f"`{text[start]}` cannot stand here" if start < len(text) else "the command ends too soon")
        return Token("word", parts=parts)

    def _piece(self, character: str) -> list[Part]:
        text = self.text
        if character == "\\":
            following = text[self.at + 1 : self.at + 2]
            self.at += 2
            return [] if following == "\n" else [Part("text", following or "\\", quoted=True)]
        if character == "'":
            end = text.find("'", self.at + 1)
            if end < 0:
                raise Unreadable("a single quote is not closed")
            inside, self.at = text[self.at + 1 : end], end + 1
            return [Part("text", inside, quoted=True)]
        if text.startswith("$'", self.at):
            inside, self.at = escaped(text, self.at + 2)
            return [Part("text", inside, quoted=True)]
        if character == '"' or text.startswith('$"', self.at):
            self.at += 1 if character == '"' else 2
            return self.double_quoted()
        if character in "<>":
            return [Part("process", self._between(2), operator=character)]
        if character in "$`":
            return self._expansion(quoted=False)
        end = self.at + 1
        while end < len(text) and text[end] not in _ENDS + "<>\\'\"$`":
            end += 1
        inside, self.at = text[self.at : end], end
        return [Part("text", inside)]

    def _between(self, before: int) -> str:
        """What a bracket encloses, which opens `before` characters from here; goes on behind it."""
        end = closing(self.text, self.at + before, "(", ")")
        inside = self.text[self.at + before : end]
        self.at = end + 1
        return inside

    def _expansion(self, *, quoted: bool) -> list[Part]:
        parts, self.at = expansion(self.text, self.at, quoted=quoted)
        return parts

    def double_quoted(self) -> list[Part]:
        """The parts up to the closing quote."""
        text, parts = self.text, [Part("text", "", quoted=True)]
        while self.at < len(text):
            character = text[self.at]
            if character == '"':
                self.at += 1
                return parts
            if character == "\\" and text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\", "\n"):
                if text[self.at + 1] != "\n":
                    parts.append(Part("text", text[self.at + 1], quoted=True))
                self.at += 2
            elif character in "$`":
                parts += self._expansion(quoted=True)
            else:
                end = self.at + 1
                while end < len(text) and text[end] not in '\\"$`':
                    end += 1
                parts.append(Part("text", text[self.at : end], quoted=True))
                self.at = end
        raise Unreadable("a double quote is not closed")
