-- The directory of a deployment of several markets. Its owner is who provisions; the servers' role is `bookswap_directory`.
CREATE SEQUENCE control.directory_version;

-- A cell is a PostgreSQL server. Addresses are without credentials; none: the server of the installation itself.
CREATE TABLE control.cells (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  url text,
  direct_url text,
  replica_url text,
  created_at timestamptz NOT NULL
);

-- `database`: null for the one of the installation itself, which market 1 keeps. `deleted_at`: its number is never used again.
CREATE TABLE control.markets (
  number int PRIMARY KEY CHECK (number > 0),
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  cell text NOT NULL REFERENCES control.cells,
  database text CHECK (database ~ '^m[0-9]+$'),
  state text NOT NULL CHECK (state IN ('creating', 'active', 'paused', 'moving', 'deleting')),
  reason text,
  settings jsonb NOT NULL DEFAULT '{}',
  version bigint NOT NULL DEFAULT 0,
  migrated_to bigint,
  is_canary boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  state_since timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX markets_name ON control.markets (name) WHERE deleted_at IS NULL;
CREATE INDEX markets_cell ON control.markets (cell);

-- Lower case, without a port; names of other scripts in punycode.
CREATE TABLE control.market_hosts (
  host text PRIMARY KEY CHECK (host = lower(host) AND host !~ '[[:space:]]' AND host !~ '[.]$'),
  market int NOT NULL REFERENCES control.markets,
  is_main boolean NOT NULL
);
CREATE UNIQUE INDEX market_hosts_main ON control.market_hosts (market) WHERE is_main;
CREATE INDEX market_hosts_market ON control.market_hosts (market);

-- Settings that are secrets, and the root secret of an imported market (`SECRET_KEY`).
CREATE TABLE control.market_secrets (
  market int NOT NULL REFERENCES control.markets,
  name text NOT NULL,
  sealed text NOT NULL,
  PRIMARY KEY (market, name)
);

-- What a command has done, so that it resumes.
CREATE TABLE control.operations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market int NOT NULL REFERENCES control.markets,
  kind text NOT NULL,
  step text NOT NULL,
  state jsonb NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  error text
);
CREATE UNIQUE INDEX operations_open ON control.operations (market) WHERE ended_at IS NULL;
CREATE INDEX operations_market ON control.operations (market, id);

-- Which process runs the scheduled work of a market.
CREATE TABLE control.leases (
  market int PRIMARY KEY REFERENCES control.markets,
  process uuid NOT NULL,
  until timestamptz NOT NULL
);

CREATE TABLE control.processes (
  id uuid PRIMARY KEY,
  cell text,
  address text,
  version text,
  seen_at timestamptz NOT NULL
);

CREATE FUNCTION control.number_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('control.directory_version');
  PERFORM pg_notify('bookswap_markets', NEW.number::text);
  RETURN NEW;
END $$;
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON control.markets
  FOR EACH ROW EXECUTE FUNCTION control.number_change();

-- Hosts and secrets are parts of the entry of their market.
CREATE FUNCTION control.touch_market() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN UPDATE control.markets SET version = 0 WHERE number = OLD.market; END IF;
  IF TG_OP <> 'DELETE' THEN UPDATE control.markets SET version = 0 WHERE number = NEW.market; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_market AFTER INSERT OR UPDATE OR DELETE ON control.market_hosts
  FOR EACH ROW EXECUTE FUNCTION control.touch_market();
CREATE TRIGGER touch_market AFTER INSERT OR UPDATE OR DELETE ON control.market_secrets
  FOR EACH ROW EXECUTE FUNCTION control.touch_market();

CREATE FUNCTION control.touch_cell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE control.markets SET version = 0 WHERE cell = NEW.name;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cell AFTER UPDATE ON control.cells FOR EACH ROW EXECUTE FUNCTION control.touch_cell();

GRANT USAGE ON SCHEMA control TO bookswap_directory;
GRANT SELECT ON ALL TABLES IN SCHEMA control TO bookswap_directory;
GRANT INSERT, UPDATE, DELETE ON control.leases, control.processes TO bookswap_directory;
