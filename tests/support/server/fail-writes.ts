import type { Pool } from 'pg';

/** From now on every update of the rows of a table with one id fails. Returns what ends that. */
export async function failWrites(
  pool: Pool,
  table: string,
  id: string,
  column = 'id',
): Promise<() => Promise<unknown>> {
  await pool.query(`CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this row cannot be written'; END $$;
    CREATE TRIGGER fail_write BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD.${column} = '${id}')
    EXECUTE FUNCTION fail_write()`);
  return () => pool.query('DROP FUNCTION fail_write CASCADE');
}
