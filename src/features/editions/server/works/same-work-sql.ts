import { MAX_EDITIONS_OF_WORK } from '../../rules.ts';

/** SQL: whether a person or a source has told of the edition, so that it goes before what sellers alone write. */
export const isConfirmedEditionSql = (w: string): string =>
  `(${w}.decision IS NOT NULL OR ${w}.library_work IS NOT NULL OR ${w}.source IS NOT NULL)`;

/** SQL: whether two ISBNs are of one work. Not EXISTS, for which the planner may read all of them. */
export const isSameWorkSql = (one: string, other: string): string =>
  `coalesce((SELECT true FROM work_editions w1 JOIN work_editions w2 ON w2.work_id = w1.work_id
    WHERE w1.isbn = ${one} AND w2.isbn = ${other} LIMIT 1), false)`;

/** SQL of the columns `isbn` and `edition` (its number or null) of an ISBN's work, with the ISBN itself. */
export const editionsOfWorkSql = (isbn: string): string =>
  `SELECT coalesce(w2.isbn, own.isbn) AS isbn, w2.edition FROM (SELECT ${isbn} AS isbn) own
    LEFT JOIN work_editions w1 ON w1.isbn = own.isbn LEFT JOIN work_editions w2 ON w2.work_id = w1.work_id
    ORDER BY w2.isbn IS DISTINCT FROM own.isbn, ${isConfirmedEditionSql('w2')} DESC, w2.isbn LIMIT ${MAX_EDITIONS_OF_WORK}`;
