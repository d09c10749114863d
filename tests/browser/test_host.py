"""The host's tasks at a table, by touch."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_the_host_looks_after_the_table(visit: Visit) -> None:
    """Change a bot's level, remove and readmit a person, hand over the table, applaud."""
    anna, bruno = visit("phone"), visit("phone", lang="it")
    table = anna.open("dieci", 3, people=3, start=False)
    anna.go(f"/t/{table}")
    bruno.go(f"/t/{table}")
    bruno.page.get_by_role("textbox").first.fill("Bruno")
    bruno.press("Siediti")
    anna.press("Add a bot")
    anna.page.get_by_label(re.compile("^How well")).select_option("easy")
    bruno.see("bot, facile")

    anna.press("Remove Bruno")
    anna.press("Cancel")
    expect(anna.button("Yes, remove")).to_have_count(0)
    anna.press("Remove Bruno")
    anna.press("Yes, remove")
    bruno.see("ti ha tolto dal tavolo")
    expect(bruno.button("Siediti")).to_have_count(0)
    bruno.page.reload()
    bruno.see("ti ha tolto dal tavolo")
    anna.press("Let Bruno back in")
    bruno.press("Siediti")
    anna.press("Make Bruno the host")
    anna.press("Yes, hand it over")
    expect(anna.button("Remove Bruno")).to_have_count(0)
    bruno.press("Dai le carte")

    anna.press("What happened")
    anna.page.get_by_role("tab", name="Chat").tap()
    anna.press("👏")
    anna.see("👏")
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_text("New message")).to_have_count(0)
    expect(bruno.page.get_by_text("C’è un messaggio nuovo")).to_have_count(1)
    bruno.press(re.compile("^Che cosa è successo"))  # shows the new chat message
    expect(bruno.page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
    bruno.see("👏")
    bruno.page.keyboard.press("Escape")
    expect(bruno.page.get_by_text("C’è un messaggio nuovo")).to_have_count(0)
    bruno.page.reload()
    bruno.fingers().look()
    expect(bruno.page.get_by_text("C’è un messaggio nuovo")).to_have_count(0)  # it has been read

    bruno.press("Menu")
    bruno.page.get_by_text("Per chi ospita").tap()
    bruno.press("Passa il tavolo ad Anna")
    bruno.see("Poi solo Anna può ridartelo")
    bruno.press("Sì, lo passo")
    expect(bruno.page.get_by_text("Per chi ospita")).to_have_count(0)
    anna.press("Menu")
    anna.see("For the host")


def test_what_means_nothing_is_not_asked_for(visit: Visit) -> None:
    """The target score is asked for only if points are counted; the choice is kept."""
    anna = visit("phone")
    table = anna.open("uno", 2, start=False)
    anna.go(f"/t/{table}")
    scoring = anna.page.locator("[data-option=scoring]")
    hand = scoring.get_by_role("radio", name="one round, without points")
    points = scoring.get_by_role("radio", name="points for the winner of each round")
    target = anna.page.locator("[data-option=target]")
    expect(scoring).to_be_visible()
    expect(target).to_have_count(0)
    points.tap()
    target.get_by_role("spinbutton").fill("200")
    target.get_by_role("spinbutton").press("Tab")
    hand.tap()
    expect(target).to_have_count(0)
    points.tap()
    expect(target.get_by_role("spinbutton")).to_have_value("200")
    anna.page.get_by_text("At the table", exact=True).tap()
    grace = anna.page.get_by_text("Time to say UNO!")
    expect(grace).to_be_visible()
    anna.page.get_by_role("switch", name="You must say UNO! yourself").tap()
    expect(grace).to_have_count(0)  # nobody shouts, and nobody jumps in
