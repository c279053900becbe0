-- Two markets whose administrators have both agreed show each other's available listings. `market` has proposed it.
CREATE TABLE control.neighbors (
  market int NOT NULL REFERENCES control.markets,
  other int NOT NULL REFERENCES control.markets,
  proposed_at timestamptz NOT NULL,
  agreed_at timestamptz,
  PRIMARY KEY (market, other),
  CHECK (market <> other)
);
CREATE UNIQUE INDEX neighbors_pair ON control.neighbors (least(market, other), greatest(market, other));
CREATE INDEX neighbors_other ON control.neighbors (other);

-- What neighbors call a campus, and where it is.
CREATE TABLE control.campus_cards (
  market int PRIMARY KEY REFERENCES control.markets,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  latitude float8 CHECK (latitude BETWEEN -90 AND 90),
  longitude float8 CHECK (longitude BETWEEN -180 AND 180),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);

-- Facts of listings that can be had, and nothing of people. `search`: folded words, which the market writes.
CREATE TABLE control.shared_listings (
  market int NOT NULL REFERENCES control.markets,
  id uuid NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 400),
  author text NOT NULL CHECK (length(author) BETWEEN 1 AND 400),
  isbn text CHECK (isbn ~ '^97[89][0-9]{10}$'),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 100),
  condition text NOT NULL CHECK (length(condition) <= 40),
  price int NOT NULL CHECK (price >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  has_photo boolean NOT NULL,
  listed_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  search tsvector NOT NULL,
  PRIMARY KEY (market, id)
);
CREATE INDEX shared_listings_newest ON control.shared_listings (market, listed_at DESC, id);
CREATE INDEX shared_listings_price ON control.shared_listings (market, price, listed_at DESC, id);
CREATE INDEX shared_listings_search ON control.shared_listings USING gin (search);

-- Each market writes as its role here, `bookswap_m17`, which may call the functions below and nothing else.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bookswap_markets') THEN
    CREATE ROLE bookswap_markets NOLOGIN;
  END IF;
END $$;

CREATE FUNCTION control.calling_market() RETURNS int LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE found int;
BEGIN
  SELECT number INTO found FROM control.markets
  WHERE 'bookswap_m' || number = session_user AND deleted_at IS NULL AND state <> 'deleting';
  IF found IS NULL THEN RAISE EXCEPTION 'no market of this role' USING ERRCODE = '42501'; END IF;
  RETURN found;
END $$;

-- 'proposed', 'agreed' if the other one has proposed it already, 'too-many'.
CREATE FUNCTION control.propose_neighbor(with_market int, most int) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE me int := control.calling_market();
BEGIN
  LOCK TABLE control.neighbors IN SHARE ROW EXCLUSIVE MODE;
  UPDATE control.neighbors SET agreed_at = coalesce(agreed_at, now()) WHERE market = with_market AND other = me;
  IF FOUND THEN RETURN 'agreed'; END IF;
  IF EXISTS (SELECT FROM control.neighbors WHERE market = me AND other = with_market) THEN RETURN 'proposed'; END IF;
  IF (SELECT count(*) FROM control.neighbors
      WHERE market = me OR (other = me AND agreed_at IS NOT NULL)) >= most THEN RETURN 'too-many'; END IF;
  INSERT INTO control.neighbors (market, other, proposed_at) VALUES (me, with_market, now());
  RETURN 'proposed';
END $$;

-- Whether there was a proposal of the other one.
CREATE FUNCTION control.confirm_neighbor(with_market int) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE me int := control.calling_market();
BEGIN
  UPDATE control.neighbors SET agreed_at = coalesce(agreed_at, now()) WHERE market = with_market AND other = me;
  RETURN FOUND;
END $$;

CREATE FUNCTION control.forget_unshared() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM control.shared_listings l WHERE l.market IN (OLD.market, OLD.other)
    AND NOT EXISTS (SELECT FROM control.neighbors n WHERE l.market IN (n.market, n.other));
  RETURN NULL;
END $$;
CREATE TRIGGER forget_unshared AFTER DELETE ON control.neighbors
  FOR EACH ROW EXECUTE FUNCTION control.forget_unshared();

CREATE FUNCTION control.forget_neighbors() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM control.neighbors WHERE NEW.number IN (market, other);
  DELETE FROM control.campus_cards WHERE market = NEW.number;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_neighbors AFTER UPDATE OF deleted_at ON control.markets
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION control.forget_neighbors();

-- Ends an agreement, or refuses or withdraws a proposal. Whether there was one.
CREATE FUNCTION control.end_neighbor(with_market int) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE me int := control.calling_market();
BEGIN
  DELETE FROM control.neighbors WHERE (market, other) IN ((me, with_market), (with_market, me));
  RETURN FOUND;
END $$;

CREATE FUNCTION control.put_campus_card(name text, latitude float8, longitude float8) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO control.campus_cards VALUES (control.calling_market(), $1, $2, $3)
  ON CONFLICT (market) DO UPDATE SET name = $1, latitude = $2, longitude = $3
$$;

-- Writes listings as they are now, and removes those that are gone. False: the market has no neighbor, nothing is kept.
CREATE FUNCTION control.share_listings(listed jsonb, gone uuid[]) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE me int := control.calling_market();
BEGIN
  -- The agreement must not end before the rows are seen.
  PERFORM FROM control.neighbors WHERE me IN (market, other) FOR KEY SHARE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM control.shared_listings WHERE market = me AND id = ANY (gone);
  INSERT INTO control.shared_listings
    SELECT me, id, title, author, isbn, subject, condition, price, currency, has_photo, listed_at, ends_at,
      array_to_tsvector(ARRAY(SELECT DISTINCT jsonb_array_elements_text(words)))
    FROM jsonb_to_recordset(listed) AS given(id uuid, title text, author text, isbn text, subject text,
      condition text, price int, currency text, has_photo boolean, listed_at timestamptz, ends_at timestamptz,
      words jsonb)
  ON CONFLICT (market, id) DO UPDATE SET title = excluded.title, author = excluded.author, isbn = excluded.isbn,
    subject = excluded.subject, condition = excluded.condition, price = excluded.price,
    currency = excluded.currency, has_photo = excluded.has_photo, listed_at = excluded.listed_at,
    ends_at = excluded.ends_at, search = excluded.search;
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION control.calling_market, control.propose_neighbor, control.confirm_neighbor,
  control.end_neighbor, control.put_campus_card, control.share_listings, control.forget_unshared,
  control.forget_neighbors FROM PUBLIC;
GRANT USAGE ON SCHEMA control TO bookswap_markets;
GRANT EXECUTE ON FUNCTION control.propose_neighbor, control.confirm_neighbor, control.end_neighbor,
  control.put_campus_card, control.share_listings TO bookswap_markets;
GRANT SELECT ON control.neighbors, control.campus_cards, control.shared_listings TO bookswap_directory;
