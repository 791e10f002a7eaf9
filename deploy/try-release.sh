#!/bin/sh
# Tries a running release: sh deploy/try-release.sh http://127.0.0.1:3000
# Waits until it is ready, reads pages, sends a callback form. Exits 1 at the first thing that is not as it should be.
set -eu
origin=$1

attempt=0
until curl -fsS -o /dev/null "$origin/readyz" 2>/dev/null; do
  attempt=$((attempt + 1))
  [ "$attempt" -lt 60 ] || { echo "not ready after a minute: $origin/readyz" >&2; exit 1; }
  sleep 1
done

for path in / /about /accident /replacement-vehicles /credit-hire /bodyshop-repairs /blogs /contact /privacy-policy; do
  curl -fsS "$origin$path" | grep -q '<h1' || { echo "no page: $path" >&2; exit 1; }
done
curl -fsS "$origin/sitemap.xml" | grep -q '<urlset' || { echo 'no sitemap' >&2; exit 1; }
[ "$(curl -sS -o /dev/null -w '%{http_code}' "$origin/no-such-page")" = 404 ] || { echo 'an unknown page is no 404' >&2; exit 1; }

taken=$(curl -fsS -H 'Accept: application/json' --data 'name=Release+Test&mobile=07700+900123&email=test%40example.com&message=' "$origin/contact.php")
[ "$taken" = '{"ok":true}' ] || { echo "the form was not taken: $taken" >&2; exit 1; }
echo "The release at $origin works."
