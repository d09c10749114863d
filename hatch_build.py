"""Builds the page before a wheel, which contains it. An editable install does not need it."""

import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPage(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        done = subprocess.run([sys.executable, "-m", "tools.page"], cwd=self.root, check=False)
        if done.returncode:
            sys.exit("the wheel cannot be built without its page")
