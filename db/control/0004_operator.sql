-- The operators' page: its links, its sessions, and what it asks the command for that may create databases and roles.
CREATE TABLE control.requests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  host text NOT NULL,
  cell text NOT NULL REFERENCES control.cells,
  settings jsonb NOT NULL DEFAULT '{}',
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  error text
);
CREATE UNIQUE INDEX requests_name ON control.requests (name) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX requests_host ON control.requests (host) WHERE ended_at IS NULL;
CREATE INDEX requests_cell ON control.requests (cell);

CREATE FUNCTION control.announce_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('bookswap_requests', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER announce_request AFTER INSERT ON control.requests
  FOR EACH ROW EXECUTE FUNCTION control.announce_request();

-- `hash`: SHA-256 of what the link or the cookie contains.
CREATE TABLE control.operator_links (
  hash text PRIMARY KEY,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE TABLE control.operator_sessions (
  hash text PRIMARY KEY,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Pauses or resumes a market, as the commands do: not beside one that works on it. Answers 'done' or why not.
CREATE FUNCTION control.set_market_state(
  of_market int, wanted text, words text, asked_by text, asked_at timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_is text;
BEGIN
  IF wanted NOT IN ('active', 'paused') THEN RAISE EXCEPTION 'not a state that operators set: %', wanted; END IF;
  SELECT m.state INTO now_is FROM control.markets m WHERE m.number = of_market AND m.deleted_at IS NULL FOR UPDATE;
  IF now_is IS NULL THEN RETURN 'missing'; END IF;
  IF now_is NOT IN ('active', 'paused')
    OR EXISTS (SELECT FROM control.operations o WHERE o.market = of_market AND o.ended_at IS NULL)
    OR NOT pg_try_advisory_xact_lock(hashtextextended('operation on market ' || of_market, 0))
  THEN RETURN 'busy'; END IF;
  UPDATE control.markets m SET state = wanted, reason = CASE wanted WHEN 'paused' THEN words END, state_since = asked_at
    WHERE m.number = of_market;
  INSERT INTO control.operations (market, kind, step, state, started_at, ended_at)
    VALUES (of_market, CASE wanted WHEN 'paused' THEN 'pause' ELSE 'resume' END, 'done', jsonb_build_object('by', asked_by), asked_at, asked_at);
  RETURN 'done';
END $$;
REVOKE ALL ON FUNCTION control.set_market_state(int, text, text, text, timestamptz) FROM PUBLIC;

GRANT SELECT, INSERT, DELETE ON control.requests TO bookswap_directory;
GRANT SELECT, INSERT, DELETE ON control.operator_links, control.operator_sessions TO bookswap_directory;
GRANT EXECUTE ON FUNCTION control.set_market_state(int, text, text, text, timestamptz) TO bookswap_directory;
