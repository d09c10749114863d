"""Learning environments: Gymnasium, PettingZoo and OpenSpiel over the compiled engine.

    import mazziere
    envs = mazziere.make("uno", players=4, envs=1024, bots="normal")

Importing this package registers every game with Gymnasium and PettingZoo, as
`mazziere/GAME-v1`. `mazziere.rl.open_spiel` registers them with OpenSpiel.
"""

from functools import cache
from importlib.util import find_spec
from typing import Any

from mazziere.games import games
from mazziere.kernel.facts import facts_part
from mazziere.kernel.observation import Layout, layout_of
from mazziere.rl.setup import BadEnvironment, EnvironmentSetup, find_game, read_setup
from mazziere.rl.tables import WAIT, Tables

__all__ = [
    "WAIT",
    "BadEnvironment",
    "EnvironmentSetup",
    "Layout",
    "Tables",
    "explain",
    "explain_facts",
    "layout",
    "make",
    "read_setup",
]

APIS = ("gymnasium", "pettingzoo", "parallel", "open_spiel", "arrays")
_NEEDS = {
    "gymnasium": "gymnasium",
    "pettingzoo": "pettingzoo",
    "parallel": "pettingzoo",
    "open_spiel": "pyspiel",
}


class MissingExtra(ImportError):
    """An interface whose package is not installed."""


def make(
    game: str,
    players: int | None = None,
    *,
    envs: int | None = None,
    api: str = "gymnasium",
    **settings: Any,
) -> Any:
    """Make an environment.

    `api` is `gymnasium` (an `Env`, or with `envs` a `VectorEnv`), `pettingzoo` (AEC), `parallel`
    (PettingZoo, for games in which all choose at once), `open_spiel`, or `arrays`: the batch of
    matches that all others are built on, which needs no extra.
    """
    if api not in APIS:
        raise BadEnvironment(f"api is one of {', '.join(APIS)}, not {api!r}")
    find_game(game)
    needed = _NEEDS.get(api)
    if needed is not None and find_spec(needed) is None:
        raise MissingExtra(f"api {api} needs {needed}: pip install 'mazziere[rl]'")
    if envs is not None and api not in ("gymnasium", "arrays"):
        raise BadEnvironment(f"envs is for the APIs gymnasium and arrays, not {api}")
    if api == "arrays":
        return Tables(read_setup(game, players, **settings), 1 if envs is None else envs)
    if api == "gymnasium" and envs is not None:
        from mazziere.rl.vector import VectorTable

        return VectorTable(game, players, envs=envs, **settings)
    if api == "gymnasium":
        from mazziere.rl.single import TableEnv

        return TableEnv(game, players, **settings)
    if api == "pettingzoo":
        from mazziere.rl.aec import AECTable

        return AECTable(game, players, **settings)
    if api == "parallel":
        from mazziere.rl.parallel import ParallelTable

        return ParallelTable(game, players, **settings)
    return _open_spiel(game, players, settings)


def _open_spiel(game: str, players: int | None, settings: dict[str, Any]) -> Any:
    import pyspiel

    from mazziere.rl.open_spiel import PREFIX

    chosen = dict(settings.pop("options", {}))
    if players is not None:
        chosen["players"] = players
    return pyspiel.load_game(PREFIX + game, chosen | settings)


def layout(game: str, players: int | None = None) -> Layout:
    """Return the layout of a game's observation, which decodes and explains it."""
    setup = read_setup(game, players)
    return layout_of(setup.game, setup.players)


def explain(game: str, players: int | None = None) -> str:
    """Describe every feature of a game's observation, one line each."""
    found = layout(game, players)
    return "\n".join(
        f"{feature.name} {found.shapes[feature.name]} {feature.low}..{feature.high}: {feature.text}"
        for feature in found.features
    )


def explain_facts(game: str) -> str:
    """Describe the facts from which `mazziere.view` builds a view of a game, one line each."""
    return "\n".join(
        f"{fact.name}{' (required)' if fact.required else ''}: {fact.text}"
        for fact in facts_part(find_game(game)).FACTS
    )


@cache
def register() -> None:
    """Register every game that has an observation, where the packages are installed."""
    for game in games():
        if game.part("observation") is None:
            continue
        if find_spec("gymnasium") is not None:
            import gymnasium

            gymnasium.register(
                id=f"mazziere/{game.id}-v1",
                entry_point="mazziere.rl.single:TableEnv",
                vector_entry_point="mazziere.rl.vector:VectorTable",
                kwargs={"game": game.id},
                disable_env_checker=True,
            )
        if find_spec("pettingzoo") is not None:
            from pettingzoo.env_registry.registration import register as register_agents

            at = {"kwargs": {"game": game.id}}
            register_agents("aec", f"mazziere/{game.id}-v1", "mazziere.rl.aec:AECTable", **at)
            if game.simultaneous:
                place = "mazziere.rl.parallel:ParallelTable"
                register_agents("parallel", f"mazziere/{game.id}-v1", place, **at)


register()
