import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Book } from '#features/books/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Time } from '#ui/display/time.tsx';
import type { TradeSummary } from '../../contract.ts';
import { tradeQuery } from '../trade-queries.ts';

type ListingTradeProps = {
  book: Book;
  children: (trade: {
    note: ReactNode;
    isFinal: boolean;
    action?: { label: string; href: string };
  }) => ReactNode;
};

/**
 * What the seller of a reserved or sold listing has agreed with its buyer, in a line; null without one. A
 * confirmed sale is final.
 */
export function ListingTrade({ book, children }: ListingTradeProps) {
  const hasTrade = book.soldAt !== null || book.reservedUntil !== null;
  const { data } = useQuery({ ...tradeQuery(useTransport(), book.id), enabled: hasTrade });
  if (!hasTrade || data?.side !== 'seller') return children({ note: null, isFinal: false });
  return children({
    note: <TradeNote trade={data} />,
    isFinal: data.sale?.state === 'confirmed',
    ...(data.reservation !== null &&
      data.conversationId !== null && {
        action: { label: 'Confirm handover', href: `/messages/${data.conversationId}/handover` },
      }),
  });
}

function TradeNote({ trade: { other, reservation, sale } }: { trade: TradeSummary }) {
  const now = useNow().getTime();
  const name = other?.name ?? 'Former student';
  if (reservation !== null)
    return (
      <>
        For {name}, until <Time at={reservation.until} now={now} form="until" />
      </>
    );
  if (sale === null) return null;
  if (sale.state === 'denied') return <>The buyer says that they did not get it.</>;
  if (sale.state === 'waiting') return <>Waiting for {name} to say that they got it</>;
  return (
    <>
      Sold to {name} for {formatMoney(sale.price)}
    </>
  );
}
