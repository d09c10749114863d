"""House rules of UNO at the page: by touch and by keys, phone and desktop, both languages."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, expect

from mazziere.kernel.match import Match
from tests.browser.conftest import Visit
from tests.browser.people import Person
from tests.browser.positions import Wanted, position, sit_down

By = Literal["touch", "keys"]
WAYS: list[tuple[By, str, str]] = [("touch", "phone", "it"), ("keys", "desktop", "en")]
SLOW: dict[str, Any] = {"paceMs": 10_000, "graceMs": 10_000}
"""Bots that leave the position alone while it is looked at."""
SLOW_MOMENTS = {"show": 0.02}
MOST_KEYS = 40


def may(verb: str) -> Wanted:
    """Return whether the first seat has such a move."""
    return lambda moves: any(move.startswith(verb) for move in moves)


def owes(cards: int) -> Any:
    """Return whether the seat on turn has to draw this many cards."""

    def found(match: Match) -> bool:
        return int(match.states[0]["stacked"]) == cards

    return found


def may_add(rank: str) -> Wanted:
    """Return whether the first seat may play a card of a rank that asks for nothing else."""
    return lambda moves: any(
        len(move.split()) == 2 and move.split()[1][1:] == rank
        for move in moves
        if move.startswith("play ")
    )


def use(person: Person, control: Locator, by: By) -> None:
    """Tap a control, or go to it with Tab and the arrow keys, and press Enter."""
    control.wait_for()
    if by == "touch":
        control.tap(position={"x": 8, "y": 20})
        return
    goal = control.element_handle()
    for key in ("Tab", "ArrowRight"):
        for _ in range(MOST_KEYS):
            if person.page.evaluate("(goal) => document.activeElement === goal", goal):
                person.page.keyboard.press("Enter")
                return
            person.page.keyboard.press(key)
    raise AssertionError(f"no key leads to {control}")


@pytest.mark.parametrize(("by", "width", "lang"), WAYS)
def test_a_debt_grows(visit: Visit, by: By, width: str, lang: str) -> None:
    """After two +2 the pile says 4; with a third one it says 6, and the next player owes them."""
    anna = visit(width, lang)
    sit_down(anna, position("uno", 3, may_add("+2"), owes(4), stacking="up"), **SLOW)
    debt = anna.page.locator("[data-debt]")
    expect(debt).to_have_attribute("data-debt", "4")
    expect(debt).to_be_in_viewport(ratio=1)
    use(anna, anna.page.locator(".hand [data-legal][data-move$='+2']").first, by)
    expect(debt).to_have_attribute("data-debt", "6")
    expect(debt).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("by", "width", "lang"), WAYS)
def test_a_jump_shows_who_was_first(visit: Visit, by: By, width: str, lang: str) -> None:
    """One tap or key plays the identical card; a sign over the table says who was first."""
    anna = visit(width, lang)
    given = position("uno", 3, may("jump "), jump_in=True)
    sit_down(anna, given, **SLOW)
    anna.pace(**SLOW_MOMENTS)
    use(anna, anna.page.locator(".jump"), by)
    anna.see("Prima io!" if lang == "it" else "Me first!")
    anna.pace(show=20)
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(".jump")).to_have_count(0)
    anna.press("Che cosa è successo" if lang == "it" else "What happened")
    anna.see("Ti intrometti con" if lang == "it" else "You jump in with")


@pytest.mark.parametrize(("by", "width", "lang"), WAYS)
def test_a_partner_for_the_swap_is_chosen_by_hand_size(
    visit: Visit, by: By, width: str, lang: str
) -> None:
    """After a 7 each partner shows a face and the size of the hand; the hands change places."""
    anna = visit(width, lang)
    sit_down(anna, position("uno", 3, may("swap "), seven_zero=True), **SLOW)
    partners = anna.page.locator("[data-move^='swap ']")
    expect(partners).to_have_count(2)
    last = partners.last
    expect(last.locator("[data-animal]")).to_be_visible()
    theirs = int(last.locator("strong").inner_text().split()[0])
    assert str(theirs) in (last.get_attribute("aria-label") or "")
    use(anna, last, by)
    expect(partners).to_have_count(0)
    expect(anna.page.locator(".hand .card-button")).to_have_count(theirs)


def test_hands_fly_after_a_zero(visit: Visit) -> None:
    """All hands move to the next player: backs of cards fly from every seat."""
    anna = visit("phone", "it", reduced_motion="no-preference")
    sit_down(anna, position("uno", 3, may_add("0"), seven_zero=True), **SLOW)
    anna.pace(**SLOW_MOMENTS)
    flying = anna.page.locator(".air > .card")
    use(anna, anna.page.locator(".hand [data-legal][data-move$='0']").first, "touch")
    expect(flying.first).to_be_attached()
    assert flying.count() >= 1 + 3  # the 0 itself, and at least a card of each hand
    anna.pace(show=20)
    anna.page.keyboard.press("Escape")
    expect(flying).to_have_count(0)
