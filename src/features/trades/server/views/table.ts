/** What features below `trades` read of it without an import: the columns of a view are the interface. */
import { sql } from 'drizzle-orm';
import { pgView } from 'drizzle-orm/pg-core';
import type { OfferEndReason, OfferState } from '../../rules.ts';
import { confirmedSales, offers, reservations } from '../table.ts';

/** What messages tell of their offers: `conversations` reads this view, and knows no trades. */
export const messageOffers = pgView('message_offers').as((query) =>
  query
    .select({
      messageId: sql<string>`${offers.id}`.as('messageId'),
      amount: offers.amount,
      askingPrice: sql<number>`${offers.askingPrice}`.as('askingPrice'),
      state: offers.state,
      stateUntil: sql<string | null>`case when ${offers.state} = 'pending' then ${offers.expiresAt} end`.as(
        'stateUntil',
      ),
      laterState: sql<OfferState>`'expired'`.as('laterState'),
      endReason: sql<OfferEndReason | null>`${offers.endReason}`.as('endReason'),
      expiresAt: sql<string>`${offers.expiresAt}`.as('expiresAt'),
      isWithheld: sql<boolean>`${offers.isWithheld}`.as('isWithheld'),
    })
    .from(offers),
);

/** What conversations tell of their reservations, which may be over: `conversations` reads this view. */
export const conversationReservations = pgView('conversation_reservations').as((query) =>
  query
    .select({
      conversationId: sql<string>`${reservations.conversationId}`.as('conversationId'),
      id: reservations.id,
      price: reservations.price,
      until: reservations.until,
    })
    .from(reservations)
    .where(sql`${reservations.state} = 'active'`),
);

/** The prices of sales, for the price guidance of listings: `books` reads this view, and knows no trades. */
export const soldPrices = pgView('sold_prices').as((query) =>
  query
    .select({
      isbn: confirmedSales.isbn,
      sellerKey: sql<string>`coalesce(${confirmedSales.sellerMailbox}, ${confirmedSales.sellerKey}::text)`.as(
        'seller_key',
      ),
      price: confirmedSales.price,
      condition: confirmedSales.condition,
      confirmedAt: confirmedSales.confirmedAt,
      countsUntil: confirmedSales.countsUntil,
    })
    .from(confirmedSales)
    .where(sql`${confirmedSales.isbn} is not null and ${confirmedSales.countsUntil} is not null`),
);
