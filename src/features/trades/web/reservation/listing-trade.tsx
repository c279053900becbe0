import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Book } from '#features/books/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
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
    /** `href` is null until it is known where it leads. */
    action?: { label: string; href: string | null };
  }) => ReactNode;
};

/** In the size of what is agreed, until that is known. */
const RESERVED_SPACE = {
  note: '\u00a0',
  isFinal: false,
  get action() {
    return { label: t('trades.action.confirm-handover'), href: null };
  },
};

/**
 * What the seller of a reserved or sold listing has agreed with its buyer, in a line; null without one. A
 * confirmed sale is final.
 */
export function ListingTrade({ book, children }: ListingTradeProps) {
  const hasTrade = book.soldAt !== null || book.reservedUntil !== null;
  const { data, isLoading } = useQuery({ ...tradeQuery(useTransport(), book.id), enabled: hasTrade });
  if (isLoading && book.reservedUntil !== null) return children(RESERVED_SPACE);
  if (!hasTrade || data?.side !== 'seller') return children({ note: null, isFinal: false });
  return children({
    note: <TradeNote trade={data} />,
    isFinal: data.sale?.state === 'confirmed',
    ...(data.reservation !== null &&
      data.conversationId !== null && {
        action: {
          label: t('trades.action.confirm-handover'),
          href: `/messages/${data.conversationId}/handover`,
        },
      }),
  });
}

function TradeNote({ trade: { other, reservation, sale } }: { trade: TradeSummary }) {
  const now = useNow().getTime();
  const name = other?.name ?? t('trades.former-student');
  if (reservation !== null)
    return rich('trades.listing.reserved', {
      name,
      time: () => <Time at={reservation.until} now={now} form="until" />,
    });
  if (sale === null) return null;
  if (sale.state === 'denied') return t('trades.sale.denied');
  if (sale.state === 'waiting') return t('trades.listing.waiting', { name });
  return t('trades.listing.sold', { name, price: formatMoney(sale.price) });
}
