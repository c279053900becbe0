import { accountProblem } from '#features/accounts/contract.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import type { Profile } from '../contract.ts';
import type { ReplyTime } from '../rules.ts';

/** The rating by the reviews that everybody may read at that time. */
export type ReadRating = (
  database: ReadableDatabase,
  userId: string,
  now: Date,
) => Promise<Profile['rating']>;

type Row = {
  id: string;
  name: string;
  university: string | null;
  student_university: string | null;
  profile_image: string | null;
  total_sales: number;
  created_at: Date;
  usually_answers: ReplyTime | null;
  confirmed_sales: number;
};

const statement = {
  name: 'find-profile',
  text: `SELECT u.id, u.name, u.university, u.student_university, u.profile_image, u.total_sales, u.created_at,
      a.usually_answers,
      (SELECT count(*)::int FROM confirmed_sales c WHERE c.seller_id = u.id AND c.counts) AS confirmed_sales
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
  const { rows } = await database.pool.query<Row>({ ...statement, values: [userId] });
  const [row] = rows;
  if (row === undefined) throw accountProblem('user-not-found');
  const rating = await readRating(database, userId, now);
  return {
    id: row.id,
    name: row.name,
    university: row.university,
    studentUniversity: row.student_university,
    profileImage: row.profile_image,
    totalSales: row.total_sales,
    createdAt: row.created_at.toISOString(),
    confirmedSales: row.confirmed_sales,
    rating,
    usuallyAnswers: row.usually_answers,
  };
}
