import { type Receiver, unsubscribeUrl } from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import { formatPrice } from '#platform/shared/money.ts';
import type { AlertedBook } from './deliver-alerts.ts';
import type { WantedContext } from '../wanted-context.ts';

type Context = Pick<WantedContext, 'publicUrl' | 'secrets'>;
type To = Pick<Receiver, 'id' | 'name' | 'email'>;
export type DigestBook = Omit<AlertedBook, 'sellerId' | 'sellerMailbox'>;

/** Without the words of a seller who has no verified email. */
const describe = ({ title, price, condition, sellerName, isSellerVerified }: DigestBook) =>
  isSellerVerified
    ? `'${defuseLinks(title)}' for ${formatPrice(price)}, ${condition}, from ${defuseLinks(sellerName)}`
    : `A book for ${formatPrice(price)}, ${condition}`;

const endings = (context: Context, to: To) => `Your wanted books:
${context.publicUrl}/favorites?tab=wanted

Stop these emails:
${unsubscribeUrl(context, to)}`;

/** Of one match. */
export const atOnceEmail = (context: Context, to: To, book: AlertedBook): EmailMessage => ({
  to: to.email,
  aboutUserId: book.sellerId,
  unsubscribeUrl: unsubscribeUrl(context, to),
  subject: 'A book that you want is listed on BookSwap',
  text: `Hi ${defuseLinks(to.name)},

${describe(book)}:
${context.publicUrl}/book/${book.id}

${endings(context, to)}`,
});

/** Of the matches of a day; `more`: how many did not fit. */
export const digestEmail = (
  context: Context,
  to: To,
  { books, more }: { books: readonly DigestBook[]; more: number },
): EmailMessage => ({
  to: to.email,
  unsubscribeUrl: unsubscribeUrl(context, to),
  subject: 'Books that you want are listed on BookSwap',
  text: `Hi ${defuseLinks(to.name)},

These books that you want were listed:

${books.map((book) => `${describe(book)}:\n${context.publicUrl}/book/${book.id}`).join('\n\n')}
${more === 0 ? '' : `\nAnd ${more} more.\n`}
${endings(context, to)}`,
});
