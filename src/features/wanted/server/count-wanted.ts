/** SQL of a count: the entries that wait for a listing. */
export const COUNT_WANTED_SQL = '(SELECT count(*) FROM wanted_entries WHERE deleted_at IS NULL)';
