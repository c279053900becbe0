import { isAvailableSql } from '#features/books/server/public.ts';
import { courseChangesSql } from '#features/courses/server/public.ts';
import { courseUrl } from '#features/courses/rules.ts';
import { userUrl } from '#features/accounts/rules.ts';
import type { Database } from '#platform/server/database/database.ts';
import { MAX_SITEMAP_ADDRESSES, SITEMAP_KINDS, type SitemapKind } from '../rules.ts';

/** A path, and when what it shows has last changed. */
export type SitemapAddress = { path: string; changedAt: Date };
export type SitemapPart = { kind: SitemapKind; number: number; changedAt: Date };

/** When a listing was last changed, sold, deleted, hidden, or left the lists. `$1` is the present time. */
const BOOK_CHANGED_SQL = `greatest(b.updated_at, b.sold_at, b.deleted_at, b.hidden_at,
  CASE WHEN b.expires_at <= $1 THEN b.expires_at END)`;

/** The addresses of each kind with a stable order; `$1` is the present time. */
const addressesSql: Record<SitemapKind, string> = {
  listings: `SELECT b.id::text AS name, b.updated_at AS changed_at, row_number() OVER (ORDER BY b.created_at, b.id) AS at
    FROM books b WHERE ${isAvailableSql('b', '$1')}`,
  // Its page tells how many copies of its books there are.
  courses: `SELECT c.name, c.changed_at, row_number() OVER (ORDER BY c.name) AS at
    FROM (${courseChangesSql(BOOK_CHANGED_SQL)}) c`,
  profiles: `SELECT u.id::text AS name, greatest(u.created_at, u.profile_edited_at, own.changed_at, reviewed.changed_at) AS changed_at,
      row_number() OVER (ORDER BY u.created_at, u.id) AS at
    FROM users u
    JOIN (SELECT b.seller_id, max(${BOOK_CHANGED_SQL}) AS changed_at, bool_or(${isAvailableSql('b', '$1')}) AS sells
      FROM books b GROUP BY b.seller_id) own ON own.seller_id = u.id AND own.sells
    LEFT JOIN (SELECT r.reviewed_id, max(greatest(r.published_at, r.replied_at, r.removed_at)) AS changed_at
      FROM reviews r WHERE r.published_at <= $1 GROUP BY r.reviewed_id) reviewed ON reviewed.reviewed_id = u.id
    WHERE u.is_indexable`,
};

const pathOf: Record<SitemapKind, (name: string) => string> = {
  listings: (id) => `/book/${id}`,
  courses: courseUrl,
  profiles: userUrl,
};

/** The parts of the sitemap; a kind without an address has none. */
export async function findSitemapParts({ pool }: Database, now: Date): Promise<SitemapPart[]> {
  const parts: SitemapPart[] = [];
  // One after the other: a public read uses one connection.
  for (const kind of SITEMAP_KINDS) {
    const { rows } = await pool.query<{ number: number; changedAt: Date }>({
      name: `sitemap-parts-${kind}`,
      text: `SELECT ((a.at - 1) / ${MAX_SITEMAP_ADDRESSES} + 1)::int AS number, max(a.changed_at) AS "changedAt"
        FROM (${addressesSql[kind]}) a GROUP BY 1 ORDER BY 1`,
      values: [now],
    });
    parts.push(...rows.map((row) => ({ ...row, kind })));
  }
  return parts;
}

/** The addresses of one part; none if there is no such part. */
export async function findSitemapAddresses(
  { pool }: Database,
  { kind, number }: Omit<SitemapPart, 'changedAt'>,
  now: Date,
): Promise<SitemapAddress[]> {
  const { rows } = await pool.query<{ name: string; changedAt: Date }>({
    name: `sitemap-addresses-${kind}`,
    text: `SELECT a.name, a.changed_at AS "changedAt" FROM (${addressesSql[kind]}) a
      WHERE a.at > $2 AND a.at <= $3 ORDER BY a.at`,
    values: [now, (number - 1) * MAX_SITEMAP_ADDRESSES, number * MAX_SITEMAP_ADDRESSES],
  });
  return rows.map(({ name, changedAt }) => ({ path: pathOf[kind](name), changedAt }));
}

/** When the next listing leaves the lists, or is no longer reserved; null if none does. */
export async function findNextChange({ pool }: Database, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>({
    name: 'next-change-of-sitemap',
    text: `SELECT min(t.at) AS at FROM books b, LATERAL (VALUES
        (greatest(b.expires_at, b.boosted_until)), (b.reserved_until)) AS t(at)
      WHERE b.is_active AND t.at > $1`,
    values: [now],
  });
  return rows[0]?.at ?? null;
}
