import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { tradeQuery } from '../trade-queries.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** The sale of a sold book to the current user; null for all others. */
function useOwnPurchase(bookId: string) {
  const { myId } = useKnownUser();
  const { data } = useQuery({ ...tradeQuery(useTransport(), bookId), enabled: myId !== null });
  return data?.side === 'buyer' && data.sale?.state !== 'denied' ? data.sale : null;
}

/** 'to you, $48.00', after 'Sold', for the buyer alone. */
export function SoldToYou({ bookId }: { bookId: string }) {
  const sale = useOwnPurchase(bookId);
  return (
    sale && (
      <span className={cx(shared.small, shared.soft)}>
        {t('trades.sold.to-you-for', { price: formatMoney(sale.price) })}
      </span>
    )
  );
}

/** `children` for all but the buyer of a sold book. */
export const UnlessSoldToYou = ({ bookId, children }: { bookId: string; children: ReactNode }) =>
  useOwnPurchase(bookId) === null ? children : null;
