"""Draw the icons of the home screen from web/public/icon.svg, with Chromium.

python -m tools.icons
"""

import subprocess
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PUBLIC = ROOT / "web" / "public"
ROUNDED = {"icon-192.png": 192, "icon-512.png": 512}
FULL = {"icon-apple.png": 180, "icon-maskable.png": 512}
"""Systems cut these to their own form: the ground fills the whole square, the cards its middle."""


def chromium() -> str:
    """Return the path of Chromium."""
    found = subprocess.run(["sh", "tools/chromium.sh"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                           check=True)  # fmt: skip
    return found.stdout.strip()


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    full = drawing.replace('rx="112" ', "").replace(
        'viewBox="0 0 512 512"', 'viewBox="-51 -51 614 614"'
    )
    full = full.replace(
        '<rect width="512" height="512"', '<rect x="-51" y="-51" width="614" height="614"'
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        for name, size in (ROUNDED | FULL).items():
            svg = (full if name in FULL else drawing).replace("<svg ", f'<svg width="{size}" ', 1)
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
