import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Book } from '#features/books/contract.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Time } from '#ui/display/time.tsx';
import type { Deal } from '../../contract.ts';
import { dealQuery } from '../deal-queries.ts';

type ListingDealProps = {
  book: Book;
  children: (deal: {
    note: ReactNode;
    isFinal: boolean;
    action?: { label: string; href: string };
  }) => ReactNode;
};

/**
 * What the seller of a reserved or sold listing has agreed with its buyer, in a line; null without one. A
 * confirmed sale is final.
 */
export function ListingDeal({ book, children }: ListingDealProps) {
  const hasDeal = book.soldAt !== null || book.reservedUntil !== null;
  const { data } = useQuery({ ...dealQuery(useTransport(), book.id), enabled: hasDeal });
  if (!hasDeal || data?.side !== 'seller') return children({ note: null, isFinal: false });
  return children({
    note: <DealNote deal={data} />,
    isFinal: data.sale?.state === 'confirmed',
    ...(data.reservation !== null &&
      data.conversationId !== null && {
        action: { label: 'Confirm handover', href: `/messages/${data.conversationId}/handover` },
      }),
  });
}

function DealNote({ deal: { other, reservation, sale } }: { deal: Deal }) {
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
      Sold to {name} for {formatPrice(sale.price)}
    </>
  );
}
