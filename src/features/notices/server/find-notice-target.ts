import { eq, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { CaseTarget } from '#features/moderation/targets.ts';
import { shortAddresses } from '#features/slips/server/table.ts';
import { toShortCode } from '#features/slips/rules.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { findNamedObject } from '../campus-path.ts';

type Orm = Database['orm'] | Transaction;

export type NoticeTarget = {
  target: CaseTarget;
  /** The user responsible. */
  userId: string | null;
  /** What the page is called, to those who can see it; null otherwise. */
  title: string | null;
};

/** What a path of the campus is about: a listing, a user, or the page alone. */
export async function findNoticeTarget(orm: Orm, path: string): Promise<NoticeTarget> {
  const named = findNamedObject(path);
  const page: NoticeTarget = { target: { kind: 'page', id: path }, userId: null, title: null };
  switch (named?.kind) {
    case 'book':
      return (await findBook(orm, named.id)) ?? page;
    case 'user':
      return (await findUser(orm, named.id)) ?? page;
    case 'short-address': {
      const bookId = await findBookOfCode(orm, named.id);
      return (bookId === null ? null : await findBook(orm, bookId)) ?? page;
    }
    default:
      return page;
  }
}

async function findBook(orm: Orm, id: string): Promise<NoticeTarget | null> {
  const [book] = await orm
    .select({
      sellerId: books.sellerId,
      title: books.title,
      isShown: sql<boolean>`${sql.raw(isShownSql('books'))}`,
    })
    .from(books)
    .where(eq(books.id, id));
  if (book === undefined) return null;
  return { target: { kind: 'book', id }, userId: book.sellerId, title: book.isShown ? book.title : null };
}

async function findUser(orm: Orm, id: string): Promise<NoticeTarget | null> {
  const [user] = await orm.select({ name: users.name }).from(users).where(eq(users.id, id));
  return user === undefined ? null : { target: { kind: 'user', id }, userId: id, title: user.name };
}

async function findBookOfCode(orm: Orm, typed: string): Promise<string | null> {
  const code = toShortCode(typed);
  if (code === null) return null;
  const { bookId } = shortAddresses;
  const [address] = await orm.select({ bookId }).from(shortAddresses).where(eq(shortAddresses.code, code));
  return address?.bookId ?? null;
}
