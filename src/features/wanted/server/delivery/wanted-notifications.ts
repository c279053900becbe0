import { isBlockedSql } from '#features/blocks/server/public.ts';
import type { Condition } from '#features/books/rules.ts';
import { isSameWorkSql } from '#features/editions/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import {
  type EmailReader,
  type NotificationFacts,
  type NotificationKind,
  type PushReader,
  unsubscribeUrl,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { type PlainTextId, textId } from '#platform/shared/texts/t.ts';
import { nextMorning } from '#platform/shared/next-morning.ts';
import { MAX_DIGEST_BOOKS } from '../../rules.ts';
import { MATCHES_SQL } from '../matching/matches-sql.ts';

type ListedBook = NotificationFacts & {
  id: string;
  sellerId: string;
  sellerName: string;
  isSellerVerified: boolean;
  title: string;
  condition: Condition;
  price: number;
  createdAt: string;
  lastDigestAt: string | null;
  /** An entry of the reader wants another edition, and this one is fine, too. */
  isOtherEdition: boolean;
  /** The number of the edition. */
  edition: number | null;
};

type Context = Pick<ServerContext, 'publicUrl' | 'secrets'>;

const factsSql = (withdrawal: string) => `SELECT b.id, b.seller_id AS "sellerId", u.name AS "sellerName",
    u.email_verified AS "isSellerVerified", b.title, b.condition, b.price, b.created_at AS "createdAt",
    coalesce((SELECT w.edition FROM work_editions w WHERE w.isbn = b.isbn), b.edition_number) AS edition,
    EXISTS (SELECT FROM wanted_entries e WHERE e.user_id = n.user_id AND e.deleted_at IS NULL AND e.other_editions
      AND e.isbn <> b.isbn AND ${isSameWorkSql('e.isbn', 'b.isbn')}) AS "isOtherEdition",
    CASE WHEN NOT ${isListedSql('b', 'clock.now')} THEN 'not for sale'
      WHEN ${isBlockedSql('n.user_id', 'b.seller_id')} THEN 'blocked' ${withdrawal} END AS withdrawn,
    (SELECT greatest(max(last.mailed_at), (SELECT sent_at FROM wanted_digests former WHERE former.user_id = n.user_id))
      FROM notifications last WHERE last.user_id = n.user_id AND last.kind = n.kind) AS "lastDigestAt"
  FROM books b JOIN users u ON u.id = b.seller_id WHERE b.id = n.subject_id`;

const conditionIds: Record<Condition, PlainTextId> = {
  'Like New': textId('ui.condition.like-new'),
  Excellent: textId('ui.condition.excellent'),
  Good: textId('ui.condition.good'),
  Fair: textId('ui.condition.fair'),
  Poor: textId('ui.condition.poor'),
};

const toArguments = ({ price, condition }: ListedBook, { locale, text }: PushReader) => ({
  price: formatMoney(price, locale),
  condition: text(conditionIds[condition]),
});

/** The name of another edition than the wanted one; null for the wanted one. */
const otherEdition = ({ isOtherEdition, edition }: ListedBook, { text }: PushReader): string | null => {
  if (!isOtherEdition) return null;
  return edition === null ? text('editions.other.unknown') : text('editions.numbered', { number: edition });
};

/** A match and its address, without the words of a seller who has no verified email: a script creates any number of those. */
function describe(book: ListedBook, { publicUrl }: Context, to: PushReader): string {
  const args = toArguments(book, to);
  const edition = otherEdition(book, to);
  const names = { title: defuseLinks(book.title), seller: defuseLinks(book.sellerName) };
  const line = book.isSellerVerified
    ? edition === null
      ? to.text('wanted.mail.book', { ...args, ...names })
      : to.text('wanted.mail.book-edition', { ...args, ...names, edition })
    : edition === null
      ? to.text('wanted.mail.book-unverified', args)
      : to.text('wanted.mail.book-unverified-edition', { ...args, edition });
  return `${line}\n${publicUrl}/book/${book.id}`;
}

function pushDetails(book: ListedBook, to: PushReader): string {
  const args = toArguments(book, to);
  const edition = otherEdition(book, to);
  const seller = book.sellerName;
  if (!book.isSellerVerified)
    return edition === null
      ? to.text('wanted.push.details-unverified', args)
      : to.text('wanted.push.details-unverified-edition', { ...args, edition });
  return edition === null
    ? to.text('wanted.push.details', { ...args, seller })
    : to.text('wanted.push.details-edition', { ...args, seller, edition });
}

const endings = (context: Context, to: EmailReader) => `${to.text('wanted.mail.your-books')}
${context.publicUrl}/favorites?tab=wanted

${to.text('wanted.mail.stop')}
${unsubscribeUrl(context, to)}`;

/** A listing that matches an entry, at once. */
export const wantedNotifications: NotificationKind<ListedBook> = {
  name: 'wanted',
  factsSql: factsSql(''),
  push: {
    setting: 'pushWanted',
    text: (book, _count, to) => ({
      ...(book.isSellerVerified
        ? {
            title: to.text('wanted.push.listed', { title: book.title }),
            body: pushDetails(book, to),
          }
        : {
            title: to.text('wanted.push.listed-unverified'),
            body: pushDetails(book, to),
          }),
      path: `/book/${book.id}`,
    }),
  },
  mail: {
    setting: 'mailWanted',
    groupedBy: 'row',
    text: (context, to, [book]) => ({
      aboutUserId: book!.sellerId,
      unsubscribeUrl: unsubscribeUrl(context, to),
      subject: to.text('wanted.mail.subject'),
      text: `${to.text('platform.mail.greeting', { name: defuseLinks(to.name) })}

${describe(book!, context, to)}

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
        subject: to.text('wanted.mail.digest.subject'),
        text: `${to.text('platform.mail.greeting', { name: defuseLinks(to.name) })}

${to.text('wanted.mail.digest.text')}

${books.map((book) => describe(book, context, to)).join('\n\n')}
${more === 0 ? '' : `\n${to.text('wanted.mail.digest.more', { count: more })}\n`}
${endings(context, to)}`,
      };
    },
  },
});
