import { isBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import {
  type NotificationFacts,
  type NotificationKind,
  stopEmailsText,
} from '#features/notifications/server/public.ts';
import { defuseLinks } from '#platform/server/mail/defuse-links.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';

export const LOWER_PRICE_KIND = 'lower-price';

type LowerPrice = NotificationFacts & {
  id: string;
  sellerId: string;
  title: string;
  price: number;
  previousPrice: number;
};

const toArguments = ({ title, price, previousPrice }: LowerPrice, locale: Locale) => ({
  title,
  price: formatMoney(price, locale),
  before: formatMoney(previousPrice, locale),
});

export const priceNotifications: NotificationKind<LowerPrice> = {
  name: LOWER_PRICE_KIND,
  factsSql: `SELECT b.id, b.seller_id AS "sellerId", b.title, b.price, (n.payload ->> 'previousPrice')::int AS "previousPrice",
      CASE WHEN NOT ${isListedSql('b', 'clock.now')} THEN 'not for sale'
        WHEN ${isBlockedSql('n.user_id', 'b.seller_id')} THEN 'blocked' END AS withdrawn
    FROM books b WHERE b.id = n.subject_id`,
  push: {
    setting: 'pushPrices',
    text: (book, _count, { locale, text }) => ({
      title: text('prices.push.lower', toArguments(book, locale)),
      body: text('prices.push.saved'),
      path: `/book/${book.id}`,
    }),
  },
  mail: {
    setting: 'mailPrices',
    groupedBy: 'row',
    text: ({ publicUrl }, { name, locale, text }, [book]) => ({
      aboutUserId: book!.sellerId,
      subject: text('prices.mail.subject'),
      text: `${text('platform.mail.greeting', { name: defuseLinks(name) })}

${text('prices.mail.lower', toArguments({ ...book!, title: defuseLinks(book!.title) }, locale))}
${publicUrl}/book/${book!.id}

${stopEmailsText({ publicUrl }, text)}`,
    }),
  },
};
