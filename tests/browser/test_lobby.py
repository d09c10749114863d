"""The rules of a table: presets, our own mix, the guest who keeps it, and what comes first."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.waiting import wait_until

WATCH_FOR_A_LOBBY = """
window.lobbies = 0;
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(() => {
    if (document.querySelector("#seats, #options, [data-starter]")) window.lobbies++;
  }).observe(document.body, { childList: true, subtree: true }));
"""
"""Counts the changes of the page with a lobby on it."""


def test_our_rules_go_with_the_invitation(visit: Visit) -> None:
    """A preset with one change is saved; the guest sees its name, keeps it and uses it later."""
    anna, bruno = visit("phone"), visit("phone", lang="it")
    table = anna.open("uno", 2, people=2, start=False)
    anna.go(f"/t/{table}")
    anna.page.get_by_role("radio", name="Most tables").tap()
    anna.page.get_by_role("switch", name="Bluffing with a Wild +4").tap()
    anna.see("Like Most tables, but: no bluffing with a Wild +4.")
    anna.press("Save as our rules")
    anna.page.get_by_label("A name for these rules").fill("Casa Rossi")
    anna.press("Save")
    ours = anna.page.get_by_role("radio", name="Casa Rossi")
    expect(ours).to_be_checked()

    bruno.go(f"/t/{table}")
    bruno.see("A questo tavolo si gioca con «Casa Rossi».")
    bruno.press("Salva qui «Casa Rossi»")
    expect(bruno.page.locator("[data-keep-rules]")).to_have_count(0)
    own = bruno.open("uno", 2, start=False)
    bruno.go(f"/t/{own}")
    bruno.page.get_by_role("radio", name="Casa Rossi").tap()
    expect(
        bruno.page.get_by_role("switch", name="Con il Jolly +4 si può bluffare")
    ).not_to_be_checked()

    def shared() -> bool:
        options = bruno.ask("GET", f"/api/tables/{own}")["options"]
        names = ("stacking", "draw_rule", "wd4")
        return [options[name] for name in names] == ["up", "until", "strict"]

    wait_until(shared, "the options of the mix at the table")  # the page shows them at once

    anna.page.get_by_role("radio", name="By the booklet").tap()
    expect(ours).not_to_be_checked()
    wait_until(
        lambda: anna.ask("GET", f"/api/tables/{table}")["settings"]["mix"] == "",
        "a table that plays by no mix",
    )
    anna.press("Delete “Casa Rossi”")
    anna.press("Yes, delete")
    expect(ours).to_have_count(0)


def test_what_families_decide_comes_first(visit: Visit) -> None:
    """Switches and who deals are open, a list of cards is behind one question, the rest folded."""
    anna = visit("phone")
    table = anna.open("uno", 3, start=False)
    anna.go(f"/t/{table}")
    part = anna.page.locator("section[aria-labelledby=options]")
    expect(part.get_by_role("switch", name="Bluffing with a Wild +4")).to_be_visible()
    cards = part.locator("[data-option=custom]")
    expect(cards.get_by_role("combobox")).to_have_count(0)
    cards.get_by_role("switch").tap()
    expect(cards.get_by_role("combobox")).to_have_count(3)
    fine = part.locator("details").filter(has_text="Finer points")
    expect(fine.locator("[data-option]").first).not_to_be_visible()
    fine.locator("summary").tap()
    expect(fine.locator("[data-option]").first).to_be_visible()


def test_time_to_shout_only_where_somebody_shouts(visit: Visit) -> None:
    anna = visit()
    for game, count in (("uno", 1), ("dieci", 0)):
        table = anna.open(game, 3, start=False)
        anna.go(f"/t/{table}")
        anna.button("Deal the cards").wait_for()
        expect(anna.page.get_by_text("Time to say UNO!")).to_have_count(count)


def test_the_host_says_who_deals(visit: Visit) -> None:
    anna = visit()
    table = anna.open("uno", 3, start=False)
    anna.go(f"/t/{table}")
    starter = anna.page.locator("[data-starter]")
    expect(starter.locator("option")).to_have_text(["at random", "Anna", "Beppe", "Cleo"])
    starter.select_option("Cleo")
    anna.press("Deal the cards")
    anna.see("Cleo shuffles and deals.")


def test_play_now_shows_no_lobby(visit: Visit) -> None:
    """No frame shows the lobby between the home page and the table."""
    bruno = visit("phone")
    bruno.context.add_init_script(WATCH_FOR_A_LOBBY)
    table = bruno.open("dieci", 2, start=False)
    bruno.go(f"/t/{table}")
    bruno.page.wait_for_function("() => lobbies > 0")  # the lobby of a table that waits
    bruno.go("/")
    bruno.press("Play now: DIECI")
    bruno.page.locator("[data-legal]").first.wait_for()
    assert bruno.page.evaluate("lobbies") == 0


def test_too_many_cats_in_an_own_pack_are_refused_by_name(visit: Visit) -> None:
    """AMB-DIE-1: at most one card in four of a pack of one's own can be a cat."""
    anna = visit("phone")
    anna.forgive("400")
    table = anna.open("dieci", 2, start=False, deck="own", copies=[2] * 14 + [9])
    anna.go(f"/t/{table}")
    anna.page.get_by_text("Finer points").tap()
    cats = anna.page.locator("[data-option='copies'] input").last
    expect(cats).to_have_value("9")
    said = anna.page.get_by_text("At most one card in four can be a Joker-cat.")
    expect(said).to_have_count(1)  # beside the number of cards
    cats.fill("10")  # of 38 cards
    cats.press("Enter")
    cats.blur()
    expect(said).to_have_count(2)  # the refusal says the same
    assert anna.ask("GET", f"/api/tables/{table}")["options"]["copies"][-1] == 9
