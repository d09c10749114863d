"""The rules of a table: presets, our own mix, the guest who keeps it, and house rules in play."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.positions import position, sit_down


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
    bruno.press("Tieni «Casa Rossi» su questo dispositivo")
    expect(bruno.page.locator("[data-keep-rules]")).to_have_count(0)
    own = bruno.open("uno", 2, start=False)
    bruno.go(f"/t/{own}")
    bruno.page.get_by_role("radio", name="Casa Rossi").tap()
    expect(
        bruno.page.get_by_role("switch", name="Con il Jolly +4 si può bluffare")
    ).not_to_be_checked()
    options = bruno.ask("GET", f"/api/tables/{own}")["options"]
    assert (options["stacking"], options["draw_rule"], options["wd4"]) == ("up", "until", "strict")

    anna.page.get_by_role("radio", name="By the booklet").tap()
    expect(ours).not_to_be_checked()
    assert anna.ask("GET", f"/api/tables/{table}")["settings"]["mix"] == ""
    anna.press("Delete “Casa Rossi”")
    anna.press("Yes, delete")
    expect(ours).to_have_count(0)


def test_a_partner_for_the_swap_is_chosen_by_hand_size(visit: Visit) -> None:
    """After a 7 each partner shows a face and the size of the hand; the hands change places."""
    anna = visit("phone")
    swaps = position(
        "uno", 3, lambda moves: any(move.startswith("swap ") for move in moves), seven_zero=True
    )
    sit_down(anna, swaps)
    partners = anna.page.locator("[data-move^='swap ']")
    expect(partners).to_have_count(2)
    theirs = int(partners.first.locator("strong").inner_text().split()[0])
    expect(partners.first.locator("[data-animal]")).to_be_visible()
    partners.first.tap()
    expect(partners).to_have_count(0)
    anna.press("What happened")
    anna.see("swap")
    assert theirs > 0


def test_a_jump_takes_one_tap(visit: Visit) -> None:
    """The identical card is played out of turn with one tap, and everybody sees who was first."""
    anna = visit("desktop")
    jumps = position(
        "uno", 3, lambda moves: any(move.startswith("jump ") for move in moves), jump_in=True
    )
    sit_down(anna, jumps, graceMs=10_000)
    anna.page.locator(".jump").click()
    expect(anna.page.locator(".jump")).to_have_count(0)
    anna.press("What happened")
    anna.see("jump")
