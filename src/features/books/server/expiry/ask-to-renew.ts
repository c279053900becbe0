import {
  type EnqueueContext,
  enqueueNotifications,
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { remainingDays, RENEWAL_QUESTION_MS } from '../../rules.ts';
import { isListedSql } from './listing-period.ts';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { books } from '../table.ts';

type EndingListing = NotificationFacts & { id: string; title: string; expiresAt: string; now: string };

const daysLeft = ({ expiresAt, now }: EndingListing): number =>
  remainingDays({ soldAt: null, expiresAt: new Date(expiresAt).toISOString() }, new Date(now));

/** 'Still selling?': one push for each listing that ends, one email about all. */
export const renewalQuestions: NotificationKind<EndingListing> = {
  name: 'renewal',
  factsSql: `SELECT b.id, b.title, greatest(b.expires_at, b.boosted_until) AS "expiresAt", clock.now,
      CASE WHEN NOT ${isListedSql('b', 'clock.now')} THEN 'not for sale'
        WHEN EXISTS (SELECT FROM users paused WHERE paused.id = b.seller_id AND paused.paused_until > clock.now) THEN 'paused' END AS withdrawn
    FROM books b WHERE b.id = n.subject_id`,
  push: {
    setting: 'pushReminders',
    text: (listing, count, { text }) =>
      count === undefined
        ? {
            title: text('books.push.renewal', { title: listing.title }),
            body: text('books.push.renewal-text', { days: daysLeft(listing) }),
            path: `/book/${listing.id}`,
          }
        : {
            title: text('books.push.renewals', { count }),
            body: text('books.push.renewals-text'),
            path: '/profile',
          },
  },
  mail: {
    setting: 'mailReminders',
    groupedBy: 'user',
    text: ({ publicUrl }, { name, text }, listings) => ({
      subject: text('books.mail.renewal.subject', { count: listings.length }),
      text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${listings
  .map(
    (
      listing,
    ) => `${text('books.mail.renewal.listing', { title: defuseLinks(listing.title), days: daysLeft(listing) })}
${publicUrl}/book/${listing.id}`,
  )
  .join('\n\n')}

${text('books.mail.renewal.advice')}

${text('books.mail.renewal.once')} ${stopEmailsText({ publicUrl }, text)}`,
    }),
  },
};

export async function askToRenew(
  context: EnqueueContext & Pick<ServerContext, 'database' | 'clock'>,
): Promise<void> {
  const now = context.clock.now();
  for (;;) {
    const count = await context.database.transaction(async (tx) => {
      const listings = await claimRenewalQuestions(tx, now);
      const entries = listings.map(({ id, sellerId }) => ({ userId: sellerId, subjectId: id }));
      await enqueueNotifications(context, tx, renewalQuestions, entries, { now });
      return listings.length;
    });
    if (count === 0) return;
  }
}

type DueListing = { id: string; sellerId: string };

/** Sellers per transaction: each gets one email about all listings that are due. */
const SELLER_BATCH_SIZE = 50;

/**
 * Claims listings in their last seven days, all of some sellers, whose owners get the question 'Still
 * selling?' in this transaction: once for each end, however often the job runs or fails. Renewing makes it
 * possible again. It waits for a locked listing: its seller would get a second email.
 */
async function claimRenewalQuestions(tx: Transaction, now: Date): Promise<DueListing[]> {
  const soon = new Date(now.getTime() + RENEWAL_QUESTION_MS);
  const end = sql`greatest(expires_at, boosted_until)`;
  // Their listings would wait for an answer that they cannot give.
  const isPaused = sql`EXISTS (SELECT FROM users paused WHERE paused.id = seller_id AND paused.paused_until > ${now})`;
  const isDue = sql`is_active AND renewal_question_at IS NULL AND expires_at <= ${soon} AND ${end} > ${now} AND ${end} <= ${soon}
    AND NOT ${isPaused}`;
  const { rows } = await tx.execute<DueListing>(sql`
    UPDATE ${books} SET renewal_question_at = ${now} WHERE id IN (
      SELECT id FROM ${books} WHERE ${isDue} AND seller_id IN (
        SELECT seller_id FROM (
          SELECT seller_id FROM ${books} WHERE ${isDue} ORDER BY expires_at, id LIMIT ${SELLER_BATCH_SIZE}) due)
      ORDER BY id FOR UPDATE)
    RETURNING id, seller_id AS "sellerId"`);
  return rows;
}
