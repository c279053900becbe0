#!/bin/sh
# Gives the product a role of PostgreSQL that owns its database and nothing else. The image of PostgreSQL runs it
# when it creates the server. In a volume from before, where the product is the superuser `bookswap`, an operator
# runs it with the product stopped: docs/operations.md, 'The role of the product'. A second run changes nothing.
# The superuser is `postgres` afterwards, without a password: only programs in this container can be it.
set -eu

run_sql() { psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username "$1" --dbname "$2"; }

if [ "$(psql --no-psqlrc --tuples-only --no-align --username bookswap --dbname postgres --command \
  "SELECT rolsuper FROM pg_roles WHERE rolname = 'bookswap'" 2>/dev/null)" = t ]; then
  # PostgreSQL lets nobody rename the role of this session.
  run_sql bookswap postgres <<'SQL'
DROP ROLE IF EXISTS rename_superuser;
CREATE ROLE rename_superuser SUPERUSER LOGIN;
SQL
  run_sql rename_superuser postgres <<'SQL'
ALTER ROLE bookswap RENAME TO postgres;
SQL
fi

run_sql postgres postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
DROP ROLE IF EXISTS rename_superuser;
SELECT 'CREATE ROLE bookswap' WHERE to_regrole('bookswap') IS NULL \gexec
ALTER ROLE bookswap LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
ALTER ROLE postgres PASSWORD NULL;
SELECT 'CREATE DATABASE bookswap' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'bookswap') \gexec
ALTER DATABASE bookswap OWNER TO bookswap;
REVOKE CONNECT, TEMPORARY ON DATABASE bookswap, postgres, template1 FROM PUBLIC;
-- Limits that the product has set when it was the superuser.
ALTER ROLE postgres IN DATABASE bookswap RESET ALL;
SQL

run_sql postgres bookswap <<'SQL'
SET lock_timeout = '10s';
BEGIN;
-- REASSIGN OWNED refuses what the first superuser owns. Parts of extensions stay his, and what belongs to a
-- table follows it.
SELECT format('ALTER %s %s OWNER TO bookswap', replace(named.type, ' object', ''), named.identity)
FROM (
  SELECT 'pg_namespace'::regclass AS class, oid, nspowner AS owner, oid AS space FROM pg_namespace
  UNION ALL SELECT 'pg_class'::regclass, oid, relowner, relnamespace FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')
  UNION ALL SELECT 'pg_class'::regclass, oid, relowner, relnamespace FROM pg_class AS sequence WHERE relkind = 'S'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = sequence.oid AND deptype IN ('a', 'i'))
  UNION ALL SELECT 'pg_proc'::regclass, oid, proowner, pronamespace FROM pg_proc
  UNION ALL SELECT 'pg_type'::regclass, oid, typowner, typnamespace FROM pg_type WHERE typtype IN ('e', 'd')
  UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxowner, stxnamespace FROM pg_statistic_ext
) AS object
JOIN pg_namespace AS space ON space.oid = object.space
CROSS JOIN LATERAL pg_identify_object(object.class, object.oid, 0) AS named
WHERE object.owner = to_regrole('postgres')
  AND space.nspname <> 'information_schema' AND space.nspname !~ '^pg_'
  AND NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = object.class AND objid = object.oid AND deptype = 'e'
  )
\gexec
COMMIT;
SQL
