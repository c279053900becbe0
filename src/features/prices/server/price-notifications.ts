import { isBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import {
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { lowerPriceText } from '../rules.ts';

export const LOWER_PRICE_KIND = 'lower-price';

type LowerPrice = NotificationFacts & {
  id: string;
  sellerId: string;
  title: string;
  price: number;
  previousPrice: number;
};

export const priceNotifications: NotificationKind<LowerPrice> = {
  name: LOWER_PRICE_KIND,
  factsSql: `SELECT b.id, b.seller_id AS "sellerId", b.title, b.price, (n.payload ->> 'previousPrice')::int AS "previousPrice",
      CASE WHEN NOT ${isListedSql('b', 'clock.now')} THEN 'not for sale'
        WHEN ${isBlockedSql('n.user_id', 'b.seller_id')} THEN 'blocked' END AS withdrawn
    FROM books b WHERE b.id = n.subject_id`,
  push: {
    setting: 'pushPrices',
    text: (book, _count, locale) => ({
      title: lowerPriceText(book, locale),
      body: 'You saved this book.',
      path: `/book/${book.id}`,
    }),
  },
  mail: {
    setting: 'mailPrices',
    groupedBy: 'row',
    text: ({ publicUrl, localeOf }, { name }, [book]) => ({
      aboutUserId: book!.sellerId,
      subject: 'A book that you saved costs less on BookSwap',
      text: `Hi ${defuseLinks(name)},

${lowerPriceText({ ...book!, title: defuseLinks(book!.title) }, localeOf())}:
${publicUrl}/book/${book!.id}

${stopEmailsText({ publicUrl })}`,
    }),
  },
};
