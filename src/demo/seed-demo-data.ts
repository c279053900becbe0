import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { CreateDemoUser } from '#features/accounts/server/public.ts';
import { conditions, type Condition } from '#features/books/rules.ts';
import { createBook } from '#features/books/server/public.ts';
import { seedConversation } from '#features/conversations/server/public.ts';
import { addFavorite } from '#features/favorites/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { demoAdmin, demoStudent, descriptions, sellers, demoConversations } from './demo-data.ts';

const DEMO_PASSWORD = 'bookswap-demo';

export type DemoSignIn = { email: string; password: string; isAdmin: boolean };

type SeedDemoOptions = {
  database: Database;
  events: EventBus;
  createDemoUser: CreateDemoUser;
  now: Date;
  /** Passwords that anybody can look up are only for a machine that nobody else reaches. */
  knownPasswords: boolean;
  progress: (text: string) => void;
};

/**
 * Fills an empty database with a campus one can believe in: the textbooks of textbooks.tsv over several sellers, some boosted,
 * some free, favourites and conversations of the demo student. One that was cut off is cleared and begun again.
 */
export async function seedDemoData({
  database,
  events,
  now,
  progress,
  ...filling
}: SeedDemoOptions): Promise<DemoSignIn[]> {
  const state = await demoState(database);
  if (state === 'foreign') return [];
  if (state === 'filled') return [];
  if (state === 'filled, known passwords') return signIns(() => DEMO_PASSWORD);
  progress('Filling the empty database with a demo campus …');
  await database.orm.execute(sql`TRUNCATE users, identity_users CASCADE`);
  await setDemoState(database, 'filling', now);
  const users = signIns(
    filling.knownPasswords ? () => DEMO_PASSWORD : () => randomBytes(9).toString('base64url'),
  );
  const student = await filling.createDemoUser({
    ...demoStudent,
    password: users[0]!.password,
    isAdmin: false,
    createdAt: daysBefore(now, 200),
  });
  await filling.createDemoUser({
    ...demoAdmin,
    password: users[1]!.password,
    isAdmin: true,
    createdAt: daysBefore(now, 400),
  });
  const sellerIds: string[] = [];
  for (const [index, name] of sellers.entries()) {
    const email = `${name
      .split(' ')[0]!
      .normalize('NFD')
      .replace(/\P{ASCII}/gu, '')
      .toLowerCase()}@demo.example`;
    const { id } = await filling.createDemoUser({
      name,
      email,
      isAdmin: false,
      createdAt: daysBefore(now, 150 + index * 9),
    });
    sellerIds.push(id);
  }
  const books = await listTextbooks({ database, events }, student.id, sellerIds, now);
  await seedActivity(database, student.id, books, now);
  await setDemoState(database, filling.knownPasswords ? 'filled, known passwords' : 'filled', now);
  progress(`Listed ${books.length} textbooks of ${sellerIds.length + 1} sellers.`);
  return users;
}

type DemoBook = { id: string; sellerId: string };

async function listTextbooks(
  parts: { database: Database; events: EventBus },
  studentId: string,
  sellerIds: string[],
  now: Date,
): Promise<DemoBook[]> {
  const lines = readFileSync(new URL('textbooks.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const listed: DemoBook[] = [];
  // From the oldest to the newest, so that ids and times agree.
  for (let index = lines.length - 1; index >= 0; index--) {
    const [isbn, title, author, subject] = lines[index]!.split('\t') as [string, string, string, string];
    // A fixed shuffle: neighbours in the file are of one subject, and a campus is not sorted.
    const place = (index * 31) % lines.length;
    const sellerId = place % 19 === 4 ? studentId : sellerIds[(index * 7 + 3) % sellerIds.length]!;
    const condition = conditions[(index * 13 + 2) % conditions.length] as Condition;
    const worth = { 'Like New': 78, Excellent: 64, Good: 45, Fair: 30, Poor: 14 }[condition];
    const price =
      index % 26 === 11
        ? 0
        : Math.round((worth * (60 + ((index * 37) % 90))) / 100) * 100 - (index % 3 === 0 ? 1 : 0);
    const createdAt = new Date(now.getTime() - (20 + place * place * 9) * MINUTE_MS);
    const description = descriptions[(index * 3) % descriptions.length]!;
    const book = await createBook(
      parts,
      sellerId,
      { title, author, isbn, subject, condition, price, description, images: [] },
      createdAt,
    );
    listed.push({ id: book.id, sellerId });
  }
  return listed;
}

/** Boosts, views, sales, favourites and conversations. */
async function seedActivity(
  database: Database,
  studentId: string,
  books: DemoBook[],
  now: Date,
): Promise<void> {
  const others = books.filter((book) => book.sellerId !== studentId);
  const hours = [41.2, 0.8, 66, 17.5];
  for (const [index, left] of hours.entries()) {
    const until = new Date(now.getTime() + left * 60 * MINUTE_MS);
    await database.orm.execute(
      sql`UPDATE books SET is_boosted = true, boosted_until = ${until} WHERE id = ${others[(index + 1) * 13]!.id}`,
    );
  }
  await database.orm.execute(
    sql`UPDATE books SET views = (('x' || right(id::text, 4))::bit(16)::int % 240) + 3`,
  );
  await database.orm.execute(
    sql`UPDATE users SET total_sales = (('x' || right(id::text, 2))::bit(8)::int % 14) WHERE email <> ${demoAdmin.email}`,
  );
  for (const [index, talk] of demoConversations.entries()) {
    const book = others.at(-3 - index * 5)!;
    await seedConversation(database, {
      bookId: book.id,
      sellerId: book.sellerId,
      buyerId: studentId,
      messages: talk.map(({ minutesAgo, ...message }) => ({
        ...message,
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      })),
      ...(index === 0 && { buyerRead: talk.length - 1 }),
    });
  }
  for (const index of [2, 9, 17, 30, 44]) {
    await addFavorite(
      database,
      { actorId: studentId, bookId: others[index]!.id },
      new Date(now.getTime() - index * 600 * MINUTE_MS),
    );
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * MINUTE_MS);

const signIns = (password: () => string): DemoSignIn[] => [
  { email: demoStudent.email, password: password(), isAdmin: false },
  { email: demoAdmin.email, password: password(), isAdmin: true },
];

type DemoState = 'filling' | 'filled, known passwords' | 'filled';

/** 'foreign': somebody's real data, never to be touched, whatever an earlier start has left behind. */
async function demoState(database: Database): Promise<'empty' | 'foreign' | DemoState> {
  const { rows } = await database.pool.query<{ state: DemoState | null; used: boolean; real: boolean }>(
    `SELECT (SELECT value FROM kept_values WHERE name = 'demo campus') AS state,
      EXISTS (SELECT 1 FROM users) AS used, EXISTS (SELECT 1 FROM users WHERE email NOT LIKE '%@demo.example') AS real`,
  );
  const { state, used, real } = rows[0]!;
  if (state === null) return used ? 'foreign' : 'empty';
  return state === 'filling' && real ? 'foreign' : state;
}

async function setDemoState(database: Database, state: DemoState, now: Date): Promise<void> {
  await database.pool.query(
    `INSERT INTO kept_values (name, value, created_at) VALUES ('demo campus', $1, $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [state, now],
  );
}

/** Takes the published passwords, their sessions and the demo administrator's rights away, and says so. */
export async function disableDemoAccounts(
  database: Database,
  progress: (text: string) => void,
): Promise<void> {
  // Also what a start that was cut off has left behind.
  const { rows } = await database.pool.query<{ value: string }>(
    `SELECT value FROM kept_values WHERE name = 'demo campus'`,
  );
  if (rows[0] === undefined || rows[0].value === 'filled') return;
  await database.transaction(async (tx) => {
    const known = sql`(SELECT id FROM identity_users WHERE email LIKE '%@demo.example')`;
    await tx.execute(sql`DELETE FROM identity_accounts WHERE user_id IN ${known}`);
    await tx.execute(sql`DELETE FROM identity_sessions WHERE user_id IN ${known}`);
    await tx.execute(
      sql`UPDATE users SET is_admin = false, admin_granted = false WHERE email LIKE '%@demo.example'`,
    );
    await tx.execute(
      sql`UPDATE kept_values SET value = 'filled' WHERE name = 'demo campus' AND value <> 'filling'`,
    );
  });
  progress('The demo accounts are locked: their passwords are public, and others can reach this server.');
}
