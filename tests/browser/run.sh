#!/usr/bin/env bash
# Opens reports of recorded games in a headless browser, and leafs through them as a reader would.
#
# Usage: run.sh [BINARY]. Needs Chromium, its driver, Selenium for Python and npm, which fetches axe-core at the version
# that is pinned here. What is missing is a failure, never passed over.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
binary=$(realpath "${1:-$root/target/debug/adjutant}")

python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import selenium' 2> /dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || { echo "there is no Python with Selenium: install python3-selenium"; exit 1; }
for tool in chromium chromedriver npm; do
    command -v "$tool" > /dev/null || { echo "there is no $tool"; exit 1; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp package.json package-lock.json "$folder/"
(cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --silent)
"$python" check.py "$binary" "$root" "$folder"
