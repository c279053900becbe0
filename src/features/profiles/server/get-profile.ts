import { accountProblem } from '#features/accounts/contract.ts';
import { shownMissedSql } from '#features/meetings/server/public.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Profile } from '../contract.ts';

/** The rating by the reviews that everybody may read at that time. */
export type ReadRating = (
  database: ReadableDatabase,
  userId: string,
  now: Date,
) => Promise<Profile['rating']>;

type Row = Omit<Profile, 'createdAt' | 'rating'> & { createdAt: Date };

const statement = {
  name: 'find-profile',
  text: `SELECT u.id, u.name, u.university, u.student_university AS "studentUniversity",
      u.profile_image AS "profileImage", u.total_sales AS "totalSales", u.created_at AS "createdAt",
      u.is_indexable AS "isIndexable",
      ${shownMissedSql('u.id', '$2::timestamptz')} AS "missedMeetings",
      a.usually_answers AS "usuallyAnswers",
      (SELECT count(*)::int FROM confirmed_sales c WHERE c.seller_id = u.id AND c.counts) AS "confirmedSales"
    FROM users u LEFT JOIN reply_times a ON a.user_id = u.id WHERE u.id = $1`,
};

/** The public profile, the same for every reader: a block must not show. Throws 'user-not-found'. */
export async function getProfile(
  database: ReadableDatabase,
  readRating: ReadRating,
  userId: string,
  now: Date,
): Promise<Profile> {
  // One after the other: a public read uses one connection.
  const { rows } = await database.pool.query<Row>({ ...statement, values: [userId, now] });
  const [row] = rows;
  if (row === undefined) throw accountProblem('user-not-found');
  const rating = await readRating(database, userId, now);
  return { ...row, createdAt: row.createdAt.toISOString(), rating };
}
