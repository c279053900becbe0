import { isBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import {
  type NotificationFacts,
  type NotificationKind,
  type Receiver,
  unsubscribeUrl,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { nextMorning } from '../../next-morning.ts';
import { MAX_DIGEST_BOOKS, UNVERIFIED_LISTING_TEXT } from '../../rules.ts';
import { MATCHES_SQL } from '../matching/matches-sql.ts';

type ListedBook = NotificationFacts & {
  id: string;
  sellerId: string;
  sellerName: string;
  isSellerVerified: boolean;
  title: string;
  condition: string;
  price: number;
  createdAt: string;
  lastDigestAt: string | null;
};

type Context = Pick<ServerContext, 'publicUrl' | 'secrets' | 'localeOf'>;
type To = Pick<Receiver, 'id' | 'name' | 'email'>;

const factsSql = (withdrawal: string) => `SELECT b.id, b.seller_id AS "sellerId", u.name AS "sellerName",
    u.email_verified AS "isSellerVerified", b.title, b.condition, b.price, b.created_at AS "createdAt",
    CASE WHEN NOT ${isListedSql('b', 'clock.now')} THEN 'not for sale'
      WHEN ${isBlockedSql('n.user_id', 'b.seller_id')} THEN 'blocked' ${withdrawal} END AS withdrawn,
    (SELECT greatest(max(last.mailed_at), (SELECT sent_at FROM wanted_digests former WHERE former.user_id = n.user_id))
      FROM notifications last WHERE last.user_id = n.user_id AND last.kind = n.kind) AS "lastDigestAt"
  FROM books b JOIN users u ON u.id = b.seller_id WHERE b.id = n.subject_id`;

/** Describes a match without the words of a seller who has no verified email. */
const describe = ({ title, price, condition, sellerName, isSellerVerified }: ListedBook, locale: Locale) =>
  isSellerVerified
    ? `'${defuseLinks(title)}' for ${formatMoney(price, locale)}, ${condition}, from ${defuseLinks(sellerName)}`
    : `A book for ${formatMoney(price, locale)}, ${condition}`;

const endings = (context: Context, to: To) => `Your wanted books:
${context.publicUrl}/favorites?tab=wanted

Stop these emails:
${unsubscribeUrl(context, to)}`;

/** A listing that matches an entry, at once. */
export const wantedNotifications: NotificationKind<ListedBook> = {
  name: 'wanted',
  factsSql: factsSql(''),
  push: {
    setting: 'pushWanted',
    text: ({ id, title, price, condition, sellerName, isSellerVerified }, _count, locale) => ({
      title: isSellerVerified ? `Listed: ${title}` : UNVERIFIED_LISTING_TEXT,
      body: `${formatMoney(price, locale)}, ${condition}${isSellerVerified ? `, from ${sellerName}` : ''}`,
      path: `/book/${id}`,
    }),
  },
  mail: {
    setting: 'mailWanted',
    groupedBy: 'row',
    text: (context, to, [book]) => ({
      aboutUserId: book!.sellerId,
      unsubscribeUrl: unsubscribeUrl(context, to),
      subject: 'A book that you want is listed on BookSwap',
      text: `Hi ${defuseLinks(to.name)},

${describe(book!, context.localeOf())}:
${context.publicUrl}/book/${book!.id}

${endings(context, to)}`,
    }),
  },
};

export const WANTED_DIGEST_KIND = 'wanted-digest';

/** The matches of a day: one email of a user each morning, however late the job runs. */
export const createWantedDigests = (timeZone: string): NotificationKind<ListedBook> => ({
  name: WANTED_DIGEST_KIND,
  factsSql: factsSql(`WHEN NOT EXISTS (SELECT FROM wanted_alerts a
        JOIN wanted_entries e ON e.id = a.entry_id AND e.deleted_at IS NULL
      WHERE a.book_id = b.id AND a.user_id = n.user_id AND ${MATCHES_SQL}) THEN 'matches no more'`),
  mail: {
    setting: 'mailWanted',
    groupedBy: 'user',
    notBefore: ({ lastDigestAt }) =>
      lastDigestAt === null ? null : nextMorning(new Date(lastDigestAt), timeZone),
    text: (context, to, matches) => {
      const newest = matches.toSorted(
        (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
      );
      const books = newest.slice(0, MAX_DIGEST_BOOKS);
      const more = newest.length - books.length;
      return {
        unsubscribeUrl: unsubscribeUrl(context, to),
        subject: 'Books that you want are listed on BookSwap',
        text: `Hi ${defuseLinks(to.name)},

These books that you want were listed:

${books.map((book) => `${describe(book, context.localeOf())}:\n${context.publicUrl}/book/${book.id}`).join('\n\n')}
${more === 0 ? '' : `\nAnd ${more} more.\n`}
${endings(context, to)}`,
      };
    },
  },
});
