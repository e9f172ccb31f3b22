#!/usr/bin/env bash
# The README's first path against a running service: register, plan a tour with an event, make an API key, record an
# expense with it, read the report. Needs curl and node. Usage: test/smoke.sh http://127.0.0.1:3000
set -euo pipefail

base=${1:?usage: test/smoke.sh BASE_URL}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cookies=$work/cookies
body=$work/body
json='Content-Type: application/json'
unique=$(node -p 'Date.now().toString(36)')

fail() {
  echo "smoke.sh: $*" >&2
  [ ! -s "$body" ] || { cat "$body" && echo; } >&2
  exit 1
}

# call <expected status> <method> <path> [curl arguments]: leaves the answer's body in $body
call() {
  local expected=$1 method=$2 path=$3 status
  shift 3
  : >"$body"
  status=$(curl --silent --show-error --max-time 20 --output "$body" --write-out '%{http_code}' --request "$method" "$base$path" "$@") ||
    fail "$method $path: no answer"
  [ "$status" = "$expected" ] || fail "$method $path: expected $expected, got $status"
}

# with_session, with_key: the same with a credential and, if given, a JSON body
with_session() {
  local expected=$1 method=$2 path=$3
  call "$expected" "$method" "$path" --cookie "$cookies" --cookie-jar "$cookies" ${4:+--header "$json" --data "$4"}
}
with_key() {
  local expected=$1 method=$2 path=$3
  call "$expected" "$method" "$path" --header "Authorization: Bearer $key" ${4:+--header "$json" --data "$4"}
}

# value <JavaScript expression over "it", the answer>
value() {
  node -e 'const it = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")); console.log(eval(process.argv[2]))' "$body" "$1"
}

# check <what> <JavaScript expression that must be true>
check() {
  [ "$(value "$2")" = true ] || fail "$1: not true: $2"
  echo "  ok: $1"
}

call 200 GET /health/live
call 200 GET /health/ready
call 200 GET /api/openapi.json
check 'the API describes itself' 'it.openapi.startsWith("3.1") && "/api/expenses/reports" in it.paths'

call 401 GET /api/tours
check 'a caller without a credential is turned away' 'it.code === "unauthenticated" && it.status === 401'

call 201 POST /api/auth/register --cookie-jar "$cookies" --header "$json" --data \
  "{\"organizationName\":\"Smoke $unique\",\"name\":\"Ada\",\"email\":\"ada-$unique@example.com\",\"password\":\"correct horse battery\",\"currency\":\"EUR\"}"
check 'registering makes an organization and a session' 'it.organization.currency === "EUR" && it.user.name === "Ada"'

with_session 201 POST /api/tours '{"name":"Spring tour"}'
tour=$(value it.id)
check 'a tour' 'it.name === "Spring tour" && it.status === "draft"'

with_session 201 POST /api/events \
  "{\"name\":\"Opening night\",\"tourId\":\"$tour\",\"startsAt\":\"2027-04-01T18:00:00Z\",\"endsAt\":\"2027-04-01T22:00:00Z\"}"
event=$(value it.id)
check 'an event of the tour' "it.tourId === '$tour' && it.startsAt === '2027-04-01T18:00:00.000Z'"

with_session 201 POST /api/api-keys '{"name":"Smoke test"}'
key=$(value it.key)
check 'an API key, shown once' '/^te_[^_]{8}_.{32,}$/.test(it.key) && it.key.slice(3, 11).length === 8'

with_key 201 POST "/api/events/$event/expenses" '{"category":"transport","amount":"125.50","incurredAt":"2027-04-01T09:00:00Z"}'
check 'an expense, in the currency of the organization' 'it.amount === "125.50" && it.currency === "EUR"'
with_key 201 POST "/api/events/$event/expenses" '{"category":"catering","amount":"0.10","incurredAt":"2027-04-01T12:00:00Z"}'

with_key 400 POST "/api/events/$event/expenses" '{"category":"catering","amount":0.1}'
check 'an amount that is a number is refused' 'it.code === "validation_failed" && it.errors.some((error) => error.field === "amount")'

with_key 200 GET "/api/expenses/reports?groupBy=category&tourId=$tour"
check 'the report adds exactly' 'it.totals.amount === "125.60" && it.totals.currency === "EUR" && it.totals.count === 2'
check 'the report has its groups in order' 'it.groups.map((group) => group.key).join() === "catering,transport"'

with_session 204 POST /api/auth/logout
with_session 401 GET /api/auth/session
echo "  ok: signed out"
