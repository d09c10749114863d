"""A wheel carries the built page: this builds it first. An editable install does not need it."""

import subprocess
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildPage(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        done = subprocess.run([sys.executable, "-m", "tools.page"], cwd=self.root, check=False)
        if done.returncode:
            sys.exit("the wheel cannot be built without its page")
