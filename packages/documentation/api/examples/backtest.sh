#!/usr/bin/env bash
# Lists backtests, starts one and waits for its end.
# TRADELOOM_URL=https://... TRADELOOM_KEY=tk_....ts_... \
#   ./backtest.sh ALGORITHM VERSION INSTRUMENT START END
set -euo pipefail

# Tries again after 429 and 503, as long as the server says in Retry-After.
call() {
  local method=$1 path=$2
  shift 2
  curl --silent --show-error --fail-with-body --retry 5 --request "$method" \
    --header "Authorization: Bearer $TRADELOOM_KEY" "$@" "$TRADELOOM_URL$path"
}

# The first value of a field; use jq where you have it.
field() { grep --only-matching --max-count 1 "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

echo "Backtests so far: $(call GET /api/backtests | grep --only-matching '"algorithmVersionId"' | wc -l)"

settings=$(printf '{"algorithmId":"%s","algorithmVersionId":"%s","instrumentId":"%s","start":"%s","end":"%s","interval":"M15"}' "$@")
id=$(call POST /api/backtest --header 'Content-Type: application/json' --data "$settings" | field id)
echo "Started $id"

# Other languages follow it on the socket, which costs nothing.
while true; do
  status=$(call GET "/api/backtest/$id" | field status)
  echo "$status"
  case $status in Queued | 'In Progress') sleep 2 ;; *) break ;; esac
done
