#!/bin/bash
# Does for Debian's PostgreSQL what the entrypoint of the official image does for its own.
set -euo pipefail
data=/var/lib/postgresql/data
if [[ ! -s $data/PG_VERSION ]]; then
  mkdir -p "$data"
  chmod 0700 "$data"
  initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile <(printf '%s\n' "$POSTGRES_PASSWORD") \
    --encoding UTF8 --auth-local trust --auth-host scram-sha-256 >/dev/null
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl --pgdata "$data" --options "-c listen_addresses=''" --wait start
  for file in /docker-entrypoint-initdb.d/*; do "$file"; done
  pg_ctl --pgdata "$data" --mode fast --wait stop
fi
exec postgres -D "$data" -c listen_addresses='*'
