import { isListedSql } from '#features/books/server/public.ts';
import {
  afterCursorText,
  decodeKeyset,
  encodeKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { AdminUser } from '../contract.ts';
import { userSearchCondition } from './user-search.ts';

type Filter = Paging & { search?: string | undefined };

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
  activeListings: number;
  created_at: Date;
};

/**
 * One page of all users, the newest first; a search matches name and email. An unnamed statement, like the
 * search of books.
 */
export async function listAllUsers(
  database: Database,
  { search = '', limit, cursor }: Filter,
  now: Date,
): Promise<Page<AdminUser>> {
  const after = decodeKeyset(cursor);
  const values: unknown[] = [rowsForPage(limit), now];
  const conditions = [
    ...(search.trim() === '' ? [] : [userSearchCondition(search, values)]),
    ...(after === null
      ? []
      : [afterCursorText('u', `$${values.push(after.at)}`, `$${values.push(after.id)}`)]),
  ];
  const { rows } = await database.pool.query<Row>(
    `SELECT u.*, (SELECT count(*) FROM books b WHERE b.seller_id = u.id AND ${isListedSql('b', '$2')})
        AS "activeListings"
    FROM (
      SELECT u.id, u.name, u.email, u.email_verified AS "emailVerified", u.university, u.student_university AS "studentUniversity",
        u.profile_image AS "profileImage", u.total_sales AS "totalSales", u.is_admin AS "isAdmin", u.created_at
      FROM users u ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY u.created_at DESC, u.id DESC LIMIT $1) u
    ORDER BY u.created_at DESC, u.id DESC`,
    values,
  );
  const page = toPage(rows, limit, (last) => encodeKeyset({ at: last.created_at, id: last.id }));
  return {
    items: page.items.map(({ created_at, ...user }) => ({ ...user, createdAt: created_at.toISOString() })),
    next: page.next,
  };
}
