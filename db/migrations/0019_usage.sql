-- Numbers of this market for the operators of a deployment. They have no right but this function.
CREATE SCHEMA operator;--> statement-breakpoint
CREATE FUNCTION operator.usage(late_before timestamptz)
RETURNS TABLE (students bigint, listings bigint, late_cases bigint, bytes bigint, last_backup timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT
    (SELECT count(*) FROM users),
    (SELECT count(*) FROM books WHERE is_active AND NOT is_expired AND sold_at IS NULL AND deleted_at IS NULL),
    (SELECT count(*) FROM reports WHERE status = 'open' AND created_at < late_before),
    pg_database_size(current_database()) + (SELECT coalesce(sum(p.bytes), 0)::bigint FROM photos p WHERE p.status = 'stored'),
    (SELECT created_at FROM installation_state WHERE name = 'last-backup')
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION operator.usage(timestamptz) FROM PUBLIC;--> statement-breakpoint
-- The role exists where there are several markets; the first command that adds one grants it to the first market.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'bookswap_cell') THEN
    GRANT USAGE ON SCHEMA operator TO bookswap_cell;
    GRANT EXECUTE ON FUNCTION operator.usage(timestamptz) TO bookswap_cell;
  END IF;
END $$;
