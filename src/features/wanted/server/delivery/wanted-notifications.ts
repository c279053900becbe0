import { isBlockedSql } from '#features/blocks/server/public.ts';
import type { Condition } from '#features/books/rules.ts';
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
import { nextMorning } from '../../next-morning.ts';
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
};

type Context = Pick<ServerContext, 'publicUrl' | 'secrets'>;

const factsSql = (withdrawal: string) => `SELECT b.id, b.seller_id AS "sellerId", u.name AS "sellerName",
    u.email_verified AS "isSellerVerified", b.title, b.condition, b.price, b.created_at AS "createdAt",
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

/** A match and its address, without the words of a seller who has no verified email: a script creates any number of those. */
function describe(book: ListedBook, { publicUrl }: Context, to: PushReader): string {
  const args = toArguments(book, to);
  const line = book.isSellerVerified
    ? to.text('wanted.mail.book', {
        ...args,
        title: defuseLinks(book.title),
        seller: defuseLinks(book.sellerName),
      })
    : to.text('wanted.mail.book-unverified', args);
  return `${line}\n${publicUrl}/book/${book.id}`;
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
            body: to.text('wanted.push.details', { ...toArguments(book, to), seller: book.sellerName }),
          }
        : {
            title: to.text('wanted.push.listed-unverified'),
            body: to.text('wanted.push.details-unverified', toArguments(book, to)),
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
