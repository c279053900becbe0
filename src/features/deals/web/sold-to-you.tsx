import { useQuery } from '@tanstack/react-query';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { dealQuery } from './deal-queries.ts';

/** 'to you, $48.00', after 'Sold', for the buyer alone. */
export function SoldToYou({ bookId }: { bookId: string }) {
  const { myId } = useKnownUser();
  const { data } = useQuery({ ...dealQuery(useTransport(), bookId), enabled: myId !== null });
  if (data?.side !== 'buyer' || data.sale === null || data.sale.state === 'denied') return null;
  return <span className="small soft">to you, {formatPrice(data.sale.price)}</span>;
}
