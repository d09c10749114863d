"""Nicknames and chat: plain text, and no confusable nicknames."""

import pytest

from mazziere.kernel.fair import canonical
from mazziere.table import chat, opening, playing, sitting
from mazziere.table.entries import Said, Settings
from mazziere.table.nicknames import MAX_LENGTH, clean_nick, confusable_forms
from mazziere.table.refusals import CommandRefused
from tests.table.evening import Evening, person


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna \t Rossi\n", "Anna Rossi"),
        ("ｆｕｌｌ", "full"),
        ("ﬁnn", "finn"),
        ("e\u0301", "é"),
        ("x" * MAX_LENGTH, "x" * MAX_LENGTH),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("नेहा", "नेहा"),
        ("أحمد", "أحمد"),
        ("李明", "李明"),
        ("🦊", "🦊"),
        ("❤️ Zoë", "❤️ Zoë"),
        ("👍🏽", "👍🏽"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("👩🏽‍🚀", "👩🏽‍🚀"),
        ("🏳️‍🌈", "🏳️‍🌈"),
        ("🧙‍♀️", "🧙‍♀️"),
        ("🇮🇹", "🇮🇹"),
    ],
)
def test_a_nickname_as_it_is_shown(typed: str, shown: str) -> None:
    assert clean_nick(typed) == shown
    canonical(shown)  # it can be encoded


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "x" * (MAX_LENGTH + 1),
        "ﷺ" * 2,  # normalisation makes it longer
        "An\u200bna",  # zero width
        "An\u200dna",
        "An\u200cna",
        "\u200d🦊",
        "🦊\u200d",
        "🦊\u200dA",
        "\u202eannA",  # reverses the direction
        "\u2066Anna",
        "An\u00adna",
        "\ufeffAnna",
        "An\x00na",
        "An\x07na",
        "An\x1bna",
        "\ud800",
        "\ue000",
        "\U0010ffff",
        "\u3164",  # invisible
        "\u2800\u2800",
        "\u115fAnna",
        "\u0301\u0301",
        "\ufe0f",
        "A" + "\u0335" * 4,  # stacked marks
        "\U000e0041Anna",
    ],
)
def test_invalid_nicknames(typed: str) -> None:
    with pytest.raises(CommandRefused) as refusal:
        clean_nick(typed)
    assert refusal.value.code == "bad_nick"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Ännä"),
        ("Anna", "A n n a"),
        ("Anna", "Anna."),
        ("Anna", "_Anna_"),
        ("Anna", "Anna\ufe0f"),
        ("Anna", "Аnna"),  # Cyrillic
        ("Anna", "Αnna"),  # Greek
        ("PACO", "РАСО"),  # all Cyrillic
        ("HEBE", "НЕВЕ"),
        ("BETA", "ΒΕΤΑ"),  # all Greek
        ("ΝΙΚΟΣ", "νικος"),
        ("ОЛЬГА", "ольга"),
        ("Otto", "0tt0"),
        ("OTTO", "0TT0"),
        ("Paul", "Pau1"),
        ("Paul", "PauI"),
        ("Paul", "Pau|"),
        ("Ivo", "lvo"),
        ("ALI", "ali"),
        ("Eva", "3va"),
        ("Sara", "5ara"),
        ("Bob", "8o8"),
        ("Marno", "Mamo"),
        ("Ewa", "Evva"),
        ("Ilse", "ILSE"),
        ("İlse", "ilse"),
        ("Irmak", "ırmak"),
        ("Łukasz", "lukasz"),
        ("Søren", "soren"),
        ("Straße", "STRASSE"),
        ("Renée", "Renee"),
        ("❤️", "❤"),
        ("Paola", "Paօla"),  # Armenian
        ("Nina", "ոina"),
        ("Paola", "ᏢaoᏞa"),  # Cherokee
        ("Paola", "ꓑꓮꓳꓡꓮ"),  # Lisu
        ("Paola", "Ⲣⲁⲟlⲁ"),  # Coptic
        ("Paola", "ᴘᴀᴏʟᴀ"),  # small capitals
        ("Paola", "🅿🅰🅾🅻🅰"),
        ("Paola", "🇵🇦🇴🇱🇦"),
        ("Paola", "Paoӏa"),  # a Cyrillic sign
        ("Paola", "Paoǀa"),  # a click
        ("Paola", "Pa๐la"),  # a Thai digit
        ("Paola", "Paסla"),  # Hebrew
        ("Paola", "Paʼola"),
        ("Paola", "Paoƚa"),
        ("Anna", "Аппа"),  # all Cyrillic
        ("Max", "Ma×"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    evening = Evening("dieci", [one], 3)
    evening.do(sitting.clear, person(one), 1)
    assert evening.refused(sitting.sit, person("x"), other, 1).code == "nick_taken"
    assert confusable_forms(other) & confusable_forms(clean_nick(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Hanna"),
        ("Ali", "All"),
        ("Mia", "Mla"),
        ("Nico", "Nino"),
        ("李明", "李月"),
        ("🦊", "🐻"),
        ("👍🏽", "👍🏻"),
        ("Player 1", "Player 2"),
        ("!", "?"),
        ("Анна", "Инна"),
        ("Ольга", "Олеся"),
        ("דוד", "דן"),
        ("علي", "هدى"),
        ("Νίκος", "Νίκη"),
        ("Արամ", "Արմեն"),
        ("สมชาย", "สมหญิง"),
        ("राम", "रमा"),
        ("🇮🇹", "🇩🇪"),
    ],
)
def test_names_that_do_not_look_alike(one: str, other: str) -> None:
    assert not confusable_forms(clean_nick(one)) & confusable_forms(clean_nick(other))


# Chat


def test_chat_works_in_every_phase() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(chat.say, person("Anna"), 0, "Hello\n\n  all")
    assert evening.entries[-1] == Said(0, "Hello all")
    evening.start()
    evening.do(chat.say, person("Bea"), 1, "👏")
    assert evening.entries[-1] == Said(1, "👏")
    evening.do(opening.close, person("Anna"))
    assert evening.refused(chat.say, person("Bea"), 1, "bye").code == "closed"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\u202etxt", "txt"),
        ("a\u200bb", "ab"),
        ("e\u0301", "é"),
        ("½", "½"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("<b>x</b>", "<b>x</b>"),  # plain text: no markup
        ("\ud83dx", "x"),
    ],
)
def test_chat_is_plain_text(typed: str, said: str) -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.do(chat.say, person("Anna"), 0, typed)
    assert evening.entries[-1] == Said(0, said)


@pytest.mark.parametrize("typed", ["", " \n ", "\x00", "\u200b", "x" * 201, "A" + "\u0335" * 9])
def test_invalid_chat_messages(typed: str) -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert evening.refused(chat.say, person("Anna"), 0, typed).code == "bad_text"


def test_only_seated_people_may_chat() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    assert evening.refused(chat.say, person("Eve"), 0, "hi").code == "not_seated"
    assert evening.refused(chat.say, person("Anna"), 1, "hi").code == "not_seated"
    assert evening.refused(chat.say, "", 0, "hi").code == "not_seated"
    assert evening.refused(chat.say, person("Anna"), 2, "hi").code == "no_seat"
    silent = Evening("dieci", ["Anna", "Bea"], settings=Settings(chat=False))
    assert silent.refused(chat.say, person("Anna"), 0, "hi").code == "chat_off"


def test_chat_does_not_make_a_move_stale() -> None:
    evening = Evening("dieci", ["Anna", "Bea"])
    evening.start()
    seen = evening.table.seq
    seat = next(iter(evening.table.legal))
    evening.do(chat.say, person("Anna"), 0, "hurry up")
    evening.do(
        playing.move, *evening.move_arguments(seat, evening.table.legal[seat][0], expect=seen)
    )
