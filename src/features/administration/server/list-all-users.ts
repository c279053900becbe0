import type { Accounts } from '#features/accounts/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  afterCursorText,
  decodeKeyset,
  encodeKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { AdminUser } from '../contract.ts';
import type { UserFilter } from '../rules.ts';

type Filter = Paging & { search?: string | undefined; only?: UserFilter | undefined };

type Context = { database: Database; accounts: Pick<Accounts, 'findAdminLocks'> };

type Row = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  university: string | null;
  studentUniversity: string | null;
  profileImage: string | null;
  totalSales: number;
  isAdmin: boolean;
  roles: StaffRole[];
  staffSince: Date | null;
  pausedUntil: Date | null;
  activeListings: number;
  created_at: Date;
};

/**
 * One page of all users, the newest first; a search matches name and email. An unnamed statement, like the
 * search of books.
 */
export async function listAllUsers(
  { database, accounts }: Context,
  { search = '', only, limit, cursor }: Filter,
  now: Date,
): Promise<Page<AdminUser>> {
  const after = decodeKeyset(cursor);
  const values: unknown[] = [rowsForPage(limit), now];
  const conditions = [
    ...(search.trim() === '' ? [] : [userSearchCondition(search, values)]),
    ...(only === undefined ? [] : [filterSql[only]]),
    ...(after === null
      ? []
      : [afterCursorText('u', `$${values.push(after.at)}`, `$${values.push(after.id)}`)]),
  ];
  const { rows } = await database.pool.query<Row>(
    `SELECT u.*, (SELECT count(*) FROM books b WHERE b.seller_id = u.id AND ${isListedSql('b', '$2')})
        AS "activeListings"
    FROM (
      SELECT u.id, u.name, u.email, u.email_verified AS "emailVerified", u.university, u.student_university AS "studentUniversity",
        u.profile_image AS "profileImage", u.total_sales AS "totalSales", u.is_admin AS "isAdmin", u.created_at,
        CASE WHEN u.is_admin THEN array_prepend('admin', u.staff_roles) ELSE u.staff_roles END AS roles, u.staff_since AS "staffSince",
        CASE WHEN u.paused_until > $2 THEN u.paused_until END AS "pausedUntil"
      FROM users u ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY u.created_at DESC, u.id DESC LIMIT $1) u
    ORDER BY u.created_at DESC, u.id DESC`,
    values,
  );
  const page = toPage(rows, limit, (last) => encodeKeyset({ at: last.created_at, id: last.id }));
  const locks = await accounts.findAdminLocks(page.items.map(({ id }) => id));
  return {
    items: page.items.map(({ created_at, staffSince, pausedUntil, ...user }) => ({
      ...user,
      staffSince: staffSince?.toISOString() ?? null,
      adminLock: locks.get(user.id) ?? null,
      pausedUntil: pausedUntil?.toISOString() ?? null,
      createdAt: created_at.toISOString(),
    })),
    next: page.next,
  };
}

/** Over the alias `u`; `$2` is the present time. */
const filterSql: Record<UserFilter, string> = {
  team: `(u.is_admin OR u.staff_roles <> '{}')`,
  paused: 'u.paused_until > $2',
};

/** The searched text of a user, over the alias `u`. It must be the same expression as in the index `users_search`. */
const USER_TEXT_SQL = `lower(f_unaccent(u.name || ' ' || u.email))`;

const MAX_SEARCH_WORDS = 8;

/** The condition that every word of the search occurs in the name or email. Appends its parameters to `values`. */
export function userSearchCondition(search: string, values: unknown[]): string {
  const words = search.trim().normalize('NFC').split(/\s+/).slice(0, MAX_SEARCH_WORDS);
  return words
    .map((word) => `${USER_TEXT_SQL} LIKE lower(f_unaccent($${values.push(`%${escaped(word)}%`)}))`)
    .join(' AND ');
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');
