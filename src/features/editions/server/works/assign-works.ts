import { eq, sql } from 'drizzle-orm';
import { UNTRUSTED_REASONS } from '#features/books/hide-reasons.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { RECOGNITION_VERSION } from '../recognition/recognize-work.ts';
import { findCatalogEdition } from '../catalog/find-catalog-edition.ts';
import { workEditions } from '../table.ts';
import { isConfirmedEditionSql } from './same-work-sql.ts';
import { recognizeEdition } from './work-keys.ts';

/** The most listings of an ISBN that are read, newest first. */
const MAX_READ_LISTINGS = 1_000;
/** The most editions that share a key and are compared: no work has as many. */
const MAX_COMPARED_EDITIONS = 200;
/** The most ISBNs that share a key because of one mailbox alone, or of mailboxes without a verified email. */
const MAX_EDITIONS_OF_CLAIMANT = 5;

/** The id of a work that no library names begins with the version of the rules: ids of older ones join nothing. */
const idStart = `${RECOGNITION_VERSION}:`;

/**
 * Who alone decides what an ISBN is: its only mailbox, or '' for all mailboxes without a verified email, which a
 * script makes in any number. Null if several verified ones have listed it.
 */
const claimantSql = `SELECT CASE WHEN NOT bool_or(email_verified) THEN '' WHEN count(*) = 1 THEN min(mailbox) END FROM voter`;

/**
 * What sellers say of the ISBN `given.isbn`, in listings that the team has neither hidden nor still to review. The newest listing of a mailbox counts, and a key if more than half
 * of the mailboxes agree on it: no seller joins the ISBN of others, and where two disagree nothing does. Mailboxes
 * without a verified email count only among themselves, and must all agree: a script makes any number of them.
 */
const claimSql = sql.raw(`SELECT
    ARRAY(SELECT key FROM voter, unnest(voter.work_keys) AS key GROUP BY key
      HAVING count(*) * 2 > (SELECT count(*) FROM voter)
        AND (bool_and(voter.email_verified) OR count(*) = (SELECT count(*) FROM voter)) ORDER BY key) AS keys,
    (SELECT edition_number FROM numbered GROUP BY edition_number
      HAVING count(*) * 2 > (SELECT count(*) FROM numbered)) AS edition,
    (${claimantSql}) AS claimant
  FROM (SELECT) one`);

const votersSql = (isbn: string) =>
  sql.raw(`listing AS MATERIALIZED (
    SELECT u.mailbox, u.email_verified, b.work_keys, b.edition_number, b.created_at
    FROM books b JOIN users u ON u.id = b.seller_id
    WHERE b.isbn = ${isbn} AND b.isbn IS NOT NULL AND b.deleted_at IS NULL AND NOT b.hidden_by && '{${UNTRUSTED_REASONS.join()}}'
    ORDER BY b.created_at DESC LIMIT ${MAX_READ_LISTINGS}),
  newest AS MATERIALIZED (
    SELECT DISTINCT ON (mailbox) * FROM listing ORDER BY mailbox, email_verified DESC, created_at DESC),
  voter AS MATERIALIZED (
    SELECT * FROM newest WHERE email_verified OR NOT EXISTS (SELECT FROM newest WHERE email_verified)),
  numbered AS MATERIALIZED (
    SELECT DISTINCT ON (mailbox) mailbox, edition_number FROM listing
    WHERE edition_number IS NOT NULL AND mailbox IN (SELECT mailbox FROM voter)
    ORDER BY mailbox, created_at DESC)`);

/** How many other ISBNs of the claimant of `found` share a key with it; of those that are given together, the smaller ones. */
const othersOfClaimantSql = sql`((SELECT count(*) FROM (
      SELECT w.isbn FROM work_editions w WHERE w.work_keys && found.found_keys AND NOT ${sql.raw(isConfirmedEditionSql('w'))}
        AND w.recognition_version = ${RECOGNITION_VERSION} AND w.isbn NOT IN (SELECT isbn FROM given)
      LIMIT ${MAX_COMPARED_EDITIONS}) other
      WHERE (WITH ${votersSql('other.isbn')} ${sql.raw(claimantSql)}) = found.claimant)
    + (SELECT count(*) FROM found other
      WHERE other.isbn < found.isbn AND other.claimant = found.claimant AND other.found_keys && found.found_keys))`;

/** What is known of the ISBNs of `given`: by the catalog, a library, or the listings. */
const factsSql = sql`
    found AS MATERIALIZED (
      SELECT given.isbn, own.decision, own.work_id AS own_work, own.work_keys AS own_keys, own.recognition_version AS own_version,
        coalesce(fetched.library_work, own.library_work) AS library_work,
        coalesce(given.title, fetched.title, own.title) AS title,
        coalesce(given.author, fetched.author, own.author) AS author,
        coalesce(given.edition, fetched.edition_number, claim.edition, CASE WHEN own.source IS NOT NULL THEN own.edition END) AS edition,
        coalesce(fetched.published_year, own.published_year) AS published_year,
        CASE WHEN given.keys IS NOT NULL THEN 'catalogue' WHEN fetched.keys IS NOT NULL THEN fetched.source
          WHEN kept.keys IS NOT NULL THEN own.source END AS source,
        coalesce(given.keys, fetched.keys, kept.keys, claim.keys) AS found_keys,
        CASE WHEN own.decision IS NULL AND coalesce(given.keys, fetched.keys, kept.keys) IS NULL THEN claim.claimant END AS claimant
      FROM given
      LEFT JOIN work_editions own ON own.isbn = given.isbn
      LEFT JOIN LATERAL (SELECT CASE WHEN own.source <> 'catalogue' AND own.recognition_version = ${RECOGNITION_VERSION} THEN own.work_keys END AS keys) kept ON true
      LEFT JOIN LATERAL (
        SELECT f.*, nullif(f.work_keys, '{}') AS keys FROM fetched_editions f
        WHERE f.isbn = given.isbn AND f.title IS NOT NULL ORDER BY f.source = 'openlibrary' DESC LIMIT 1) fetched ON true
      CROSS JOIN LATERAL (WITH ${votersSql('given.isbn')} ${claimSql}) claim),
    -- More ISBNs of one claimant have no keys, and so join nothing: nobody fills a work with invented editions.
    fact AS MATERIALIZED (
      SELECT found.*, CASE WHEN found.claimant IS NOT NULL AND ${othersOfClaimantSql} >= ${MAX_EDITIONS_OF_CLAIMANT}
        THEN '{}' ELSE found.found_keys END AS keys
      FROM found)`;

/** The work of each. `near`: editions that share a key; those of a library or a person are fixed, others are free. */
const targetsSql = sql`
    near AS MATERIALIZED (
      SELECT fact.isbn, other.work_id, other.is_fixed FROM fact CROSS JOIN LATERAL (
        SELECT w.work_id, w.library_work IS NOT NULL OR w.decision IS NOT NULL OR NOT starts_with(w.work_id, ${idStart}) AS is_fixed
        FROM work_editions w WHERE w.work_keys && fact.keys AND w.isbn <> fact.isbn
          AND w.decision IS DISTINCT FROM 'split' AND w.recognition_version = ${RECOGNITION_VERSION}
        ORDER BY ${sql.raw(isConfirmedEditionSql('w'))} DESC, w.isbn LIMIT ${MAX_COMPARED_EDITIONS}) other),
    fit AS (
      SELECT isbn, count(DISTINCT work_id) FILTER (WHERE is_fixed) AS fixed_works, min(work_id) FILTER (WHERE is_fixed) AS fixed_work,
        min(work_id) FILTER (WHERE NOT is_fixed) AS free_work
      FROM near GROUP BY isbn),
    target AS MATERIALIZED (
      SELECT fact.*, CASE
          WHEN fact.decision IS NOT NULL THEN fact.own_work
          WHEN fact.library_work IS NOT NULL THEN coalesce((SELECT w.work_id FROM work_editions w
            WHERE w.library_work = fact.library_work AND w.decision = 'joined' AND w.isbn <> fact.isbn LIMIT 1), fact.library_work)
          WHEN fit.fixed_works = 1 THEN fit.fixed_work
          WHEN fit.fixed_works > 1 THEN fresh.work_id
          ELSE least(fresh.work_id, fit.free_work) END AS work_id
      FROM fact LEFT JOIN fit USING (isbn) CROSS JOIN LATERAL (
        SELECT CASE WHEN fact.own_keys = fact.keys AND fact.own_version = ${RECOGNITION_VERSION} AND starts_with(fact.own_work, ${idStart})
          THEN fact.own_work ELSE (${idStart} || fact.isbn || ':' || coalesce(fact.keys[1], '')) COLLATE "C" END AS work_id) fresh)`;

const writtenSql = (now: Date) => sql`
    written AS (
      INSERT INTO work_editions AS w (isbn, work_id, work_keys, library_work, title, author, edition, published_year, source,
        recognition_version, updated_at)
      SELECT isbn, work_id, keys, library_work, title, author, edition, published_year, source, ${RECOGNITION_VERSION}, ${now}
      FROM target ORDER BY isbn
      ON CONFLICT (isbn) DO UPDATE SET work_id = CASE WHEN w.decision IS NULL THEN excluded.work_id ELSE w.work_id END,
        work_keys = excluded.work_keys, library_work = excluded.library_work, title = excluded.title, author = excluded.author,
        edition = excluded.edition, published_year = excluded.published_year, source = excluded.source,
        recognition_version = excluded.recognition_version, updated_at = excluded.updated_at
      WHERE (CASE WHEN w.decision IS NULL THEN w.work_id = excluded.work_id ELSE true END, w.work_keys, w.library_work, w.title, w.author,
          w.edition, w.published_year, w.source, w.recognition_version)
        IS DISTINCT FROM (true, excluded.work_keys, excluded.library_work, excluded.title, excluded.author,
          excluded.edition, excluded.published_year, excluded.source, excluded.recognition_version)
      RETURNING 1)`;

const movedSql = sql`
    -- What was free joins the work that an edition between has brought, unless two works could take it.
    bridge AS (
      SELECT near.work_id AS former, min(target.work_id) AS work_id FROM target JOIN near USING (isbn) LEFT JOIN fit USING (isbn)
      WHERE NOT near.is_fixed AND near.work_id <> target.work_id AND target.decision IS DISTINCT FROM 'split'
        AND (coalesce(fit.fixed_works, 0) = 0 OR (fit.fixed_works = 1 AND fit.fixed_work = target.work_id))
      GROUP BY near.work_id),
    free AS (
      SELECT w.isbn FROM work_editions w JOIN bridge ON bridge.former = w.work_id
      WHERE w.decision IS NULL AND w.library_work IS NULL AND w.isbn NOT IN (SELECT isbn FROM given)
        AND (SELECT count(*) FROM written) >= 0
      FOR UPDATE OF w SKIP LOCKED),
    moved AS (
      UPDATE work_editions w SET work_id = bridge.work_id FROM bridge
      WHERE w.work_id = bridge.former AND w.isbn IN (SELECT isbn FROM free) RETURNING 1)`;

/**
 * Gives these ISBNs their works, in one statement, and returns how many rows have changed. A library's key of the
 * work decides, else the keys of titles and authors; of several works that fit, none. It waits for no row of
 * another ISBN. ISBNs that are given together see of each other what an earlier call has written.
 */
export async function assignWorks(tx: Transaction, isbns: readonly string[], now: Date): Promise<number> {
  if (isbns.length === 0) return 0;
  const given = [...new Set(isbns)].toSorted().map((isbn) => ({ isbn, ...describeCatalogEdition(isbn) }));
  const { rows } = await tx.execute<{ changed: number }>(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g(isbn text, keys text[], title text, author text, edition smallint)),
    ${factsSql},
    ${targetsSql},
    ${writtenSql(now)},
    ${movedSql}
    SELECT ((SELECT count(*) FROM written) + (SELECT count(*) FROM moved))::int AS changed`);
  return rows[0]!.changed;
}

function describeCatalogEdition(isbn: string) {
  const known = findCatalogEdition(isbn);
  if (known === null) return {};
  const { title, author } = known;
  const { workKeys, editionNumber } = recognizeEdition(known);
  return { keys: workKeys.length === 0 ? null : workKeys, title, author, edition: editionNumber };
}

/** The same for an ISBN that is listed, on a reading list or wanted, after a library has told of it. Returns whether it is. */
export async function reassignWork(tx: Transaction, isbn: string, now: Date): Promise<boolean> {
  if ((await tx.$count(workEditions, eq(workEditions.isbn, isbn))) === 0) return false;
  await assignWorks(tx, [isbn], now);
  return true;
}
