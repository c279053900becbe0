import { isBlockedSql } from '#features/blocks/server/public.ts';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { UNREAD_EMAIL_DELAY_MS, UNREAD_EMAIL_TTL_MS, UNREAD_EMAIL_MAX_AGE_MS } from '../rules.ts';
import { stopEmailsText } from './stop-emails-text.ts';
import { unreadMessageEmails } from './table.ts';

type Context = Pick<ServerContext, 'database' | 'clock' | 'log' | 'mailer' | 'publicUrl'>;

type Due = {
  /** Of the message. */
  id: string;
  user_id: string;
  conversation_id: string;
  email: string;
  name: string;
  sender: string;
  sender_id: string;
  title: string;
};

/**
 * The newest unread message of each conversation that is due and has had no email since it was last read;
 * those behind the conversation of one message.
 */
const DUE_EMAILS_SQL = `SELECT DISTINCT ON (w.user_id, w.conversation_id)
    w.message_id AS id, w.user_id, w.conversation_id, r.email, r.name, s.name AS sender, s.id AS sender_id, book.title
  FROM unread_message_emails w JOIN messages m ON m.id = w.message_id AND m.read_at IS NULL AND NOT m.is_withheld
    JOIN notification_settings chosen ON chosen.user_id = w.user_id AND chosen.email_on_unread
    JOIN users r ON r.id = w.user_id AND r.email_verified JOIN users s ON s.id = m.sender_id
    JOIN conversations c ON c.id = w.conversation_id JOIN books book ON book.id = c.book_id
  WHERE w.mailed_at IS NULL AND w.created_at BETWEEN $1 AND $2
    AND NOT EXISTS (SELECT FROM unread_message_emails other JOIN messages mailed ON mailed.id = other.message_id
      WHERE other.user_id = w.user_id AND other.conversation_id = w.conversation_id
        AND other.mailed_at IS NOT NULL AND mailed.read_at IS NULL)
    AND NOT ${isBlockedSql('w.user_id', 'm.sender_id')}
    AND (w.user_id, w.conversation_id) > (
      coalesce((SELECT user_id FROM unread_message_emails WHERE message_id = $3), $3),
      coalesce((SELECT conversation_id FROM unread_message_emails WHERE message_id = $3), $3))
  ORDER BY w.user_id, w.conversation_id, w.seq DESC LIMIT $4`;

/**
 * Emails users who enabled it about messages unread for an hour: one email per conversation until they read
 * it.
 */
export async function emailUnreadMessages(context: Context): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const ago = (age: number) => new Date(now.getTime() - age);
  const failed = new Set<string>();
  await forEachDue(context, {
    failure: 'the email about an unread message could not be sent',
    read: async (after, limit) => {
      const values = [ago(UNREAD_EMAIL_MAX_AGE_MS), ago(UNREAD_EMAIL_DELAY_MS), after, limit];
      const { rows } = await database.pool.query<Due>({ name: 'mails-due', text: DUE_EMAILS_SQL, values });
      for (const { id } of rows) failed.add(id);
      return rows;
    },
    act: async (tx, due) => {
      await sendUnreadEmail(context, tx, due, now);
      database.afterCommit(() => failed.delete(due.id));
    },
  });
  // Read messages need no email, those past its time never get one, and a failed one is due again.
  await database.orm.execute(sql`DELETE FROM ${unreadMessageEmails} w USING messages m
    WHERE m.id = w.message_id AND (m.read_at IS NOT NULL OR (w.mailed_at IS NULL
      AND w.created_at <= ${ago(UNREAD_EMAIL_DELAY_MS)} AND w.message_id <> ALL(${sql.param([...failed])}::uuid[])))`);
  // New messages may cause an email again after that time. Deleting old rows also keeps the statement above
  // fast.
  await database.orm
    .delete(unreadMessageEmails)
    .where(lte(unreadMessageEmails.createdAt, ago(UNREAD_EMAIL_TTL_MS)));
}

async function sendUnreadEmail(
  { mailer, publicUrl }: Context,
  tx: Transaction,
  due: Due,
  now: Date,
): Promise<void> {
  const { rowCount } = await tx
    .update(unreadMessageEmails)
    .set({ mailedAt: now })
    .where(and(eq(unreadMessageEmails.messageId, due.id), isNull(unreadMessageEmails.mailedAt)));
  if (rowCount === 0) return;
  await mailer.send(tx, {
    to: due.email,
    aboutUserId: due.sender_id,
    subject: 'You have an unread message on BookSwap',
    text: `Hi ${defuseLinks(due.name)},

${defuseLinks(due.sender)} sent you a message about '${defuseLinks(due.title)}'. You haven't read it yet.

Read it and reply:
${publicUrl}/conversation/${due.conversation_id}?from=notification

You get one email per conversation until you read it. ${stopEmailsText({ publicUrl })}`,
  });
}
