import { formatListingEnd } from '#features/books/rules.ts';
import { claimRenewalQuestions } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { queueBookNotices } from './book-notices.ts';
import { findReceivers, type Receiver } from './find-receivers.ts';
import { stopEmailsText } from './stop-emails-text.ts';

type EndingListing = Awaited<ReturnType<typeof claimRenewalQuestions>>[number];

type Context = Pick<ServerContext, 'database' | 'clock' | 'mailer' | 'jobs' | 'publicUrl'>;

/** Asks owners whether they still sell what ends within seven days: by push, and by one email. */
export async function askToRenew(context: Context): Promise<void> {
  const now = context.clock.now();
  for (;;) {
    const count = await context.database.transaction(async (tx) => {
      const listings = await claimRenewalQuestions(tx, now);
      const owners = await findReceivers(tx, [...new Set(listings.map(({ sellerId }) => sellerId))]);
      for (const owner of owners)
        await ask(
          context,
          tx,
          owner,
          listings.filter(({ sellerId }) => sellerId === owner.id),
          now,
        );
      return listings.length;
    });
    if (count === 0) return;
  }
}

async function ask(
  context: Context,
  tx: Transaction,
  owner: Receiver,
  listings: readonly EndingListing[],
  now: Date,
): Promise<void> {
  if (owner.pushReminders) await queueBookNotices(context, tx, toNotices(owner.id, listings, now), now);
  if (owner.mailReminders && owner.emailVerified)
    await context.mailer.send(tx, renewalEmail(context, owner, listings, now));
}

/** More are one notice. */
const MAX_NOTICES = 3;

function toNotices(userId: string, listings: readonly EndingListing[], now: Date) {
  const [first] = listings;
  if (first !== undefined && listings.length > MAX_NOTICES) {
    const title = `${listings.length} of your listings end soon`;
    return [{ userId, bookId: first.id, title, body: 'Still selling? Renew them.', path: '/profile' }];
  }
  return listings.map((listing) => ({
    userId,
    bookId: listing.id,
    title: `Still selling ${listing.title}?`,
    body: `${endText(listing, now)}. Renew it to keep it active.`,
    path: `/book/${listing.id}`,
  }));
}

const endText = ({ expiresAt }: EndingListing, now: Date) =>
  formatListingEnd({ soldAt: null, expiresAt: expiresAt.toISOString() }, now);

const renewalEmail = (
  { publicUrl }: Context,
  { email, name }: Receiver,
  listings: readonly EndingListing[],
  now: Date,
): EmailMessage => ({
  to: email,
  subject:
    listings.length === 1
      ? 'Your listing on BookSwap ends soon'
      : `${listings.length} of your listings on BookSwap end soon`,
  text: `Hi ${defuseLinks(name)},

${listings
  .map(
    (listing) => `Still selling ${defuseLinks(listing.title)}? ${endText(listing, now)}:
${publicUrl}/book/${listing.id}`,
  )
  .join('\n\n')}

Tap Renew to keep a listing active. If you do nothing, it leaves the lists at its end, and you can renew it later.

You get one email before a listing ends. ${stopEmailsText({ publicUrl })}`,
});
