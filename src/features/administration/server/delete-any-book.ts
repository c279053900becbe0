import { textsIn } from '#platform/shared/texts/t.ts';
import { bookProblem } from '#features/books/contract.ts';
import { eq } from 'drizzle-orm';
import { type LanguagesOfUser, localeOfUser } from '#features/accounts/language-of-user.ts';
import { users } from '#features/accounts/server/table.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { UNDO_WINDOW_MS } from '#features/books/rules.ts';
import { bookChanged, type BookHook, permanentlyDeleteBooks } from '#features/books/server/public.ts';
import { countConversationsOfBook } from '#features/conversations/server/public.ts';
import { countFavoritesOfBook } from '#features/favorites/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { BookRemoval } from '../contract.ts';

type Context = Pick<ServerContext, 'database' | 'events' | 'mailer' | 'publicUrl' | 'localeOf'> & {
  bookHook: BookHook;
};

/** Deletes any user's listing permanently and emails its seller. Throws 'book-not-found'. */
export async function deleteAnyBook(
  { database, events, mailer, publicUrl, localeOf, bookHook }: Context,
  actorId: string,
  bookId: string,
  now: Date,
): Promise<{ deleted: true }> {
  await database.transaction(async (tx) => {
    const [removed] = await permanentlyDeleteBooks(tx, [bookId], now);
    if (removed === undefined) throw bookProblem('book-not-found');
    await recordAdminAction(tx, {
      actorId,
      action: 'book-deleted',
      target: { kind: 'book', id: bookId },
      details: { seller: removed.sellerId },
      now,
    });
    const to = removed.sellerId === actorId ? null : await findVerifiedUser(tx, removed.sellerId);
    if (to !== null)
      await mailer.send(
        tx,
        createRemovalEmail(to, removed, { publicUrl, locale: localeOfUser(to, localeOf) }),
      );
    await bookHook(tx, { bookId, kind: 'deleted' }, now);
    events.publish(bookChanged, { bookId, sellerId: removed.sellerId });
  });
  return { deleted: true };
}

/** Only a verified address gets email: a user can sign up with the address of another. */
async function findVerifiedUser(
  tx: Transaction,
  userId: string,
): Promise<(LanguagesOfUser & { email: string }) | null> {
  const { email, emailVerified, language, seenLanguage } = users;
  const [user] = await tx
    .select({ email, emailVerified, language, seenLanguage })
    .from(users)
    .where(eq(users.id, userId));
  return user?.emailVerified ? user : null;
}

function createRemovalEmail(
  { email }: { email: string },
  { title }: { title: string },
  { publicUrl, locale }: { publicUrl: string; locale: Locale },
): EmailMessage {
  const text = textsIn(locale);
  return {
    to: email,
    subject: text('administration.mail.removed.subject'),
    text: `${text('administration.mail.removed.text', { title: defuseLinks(title) })}

${text('administration.mail.removed.advice', { url: `${publicUrl}/help` })}
`,
  };
}

/**
 * Counts the data that is deleted with a listing or detached from it, also for one that its seller could
 * still restore. Throws 'book-not-found'.
 */
export async function previewBookDeletion(
  database: Database,
  bookId: string,
  now: Date,
): Promise<BookRemoval> {
  const { rows } = await database.pool.query<BookRemoval>({
    name: 'admin-book-removal',
    text: `SELECT cardinality(b.images) AS photos,
        ${countConversationsOfBook('b.id')} AS conversations,
        ${countFavoritesOfBook('b.id')} AS favorites
      FROM books b WHERE b.id = $1 AND (b.deleted_at IS NULL OR b.deleted_at > $2)`,
    values: [bookId, new Date(now.getTime() - UNDO_WINDOW_MS)],
  });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  return rows[0];
}
