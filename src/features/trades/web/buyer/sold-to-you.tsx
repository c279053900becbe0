import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
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

/** `children` if the current user has bought the sold book of a conversation, else `otherwise`. */
export function WhenBought({
  conversation: { id, bookId },
  otherwise,
  children,
}: {
  conversation: Conversation;
  otherwise: ReactNode;
  children: ReactNode;
}) {
  const trade = useQuery({
    ...tradeQuery(useTransport(), bookId),
    // The handover has just changed it.
    refetchOnMount: 'always',
  });
  const askAgain = useOfflineRetry(trade);
  const { data, isError, isFetching, refetch } = trade;
  if (data?.side === 'buyer' && data.conversationId === id && data.sale?.state === 'confirmed')
    return children;
  if (isError)
    return (
      <ErrorState title={t('trades.sold.load-error')} retrying={isFetching} onRetry={() => void refetch()} />
    );
  if (askAgain !== null) return <OfflineState onRetry={askAgain} />;
  return isFetching ? null : otherwise;
}

/** 'to you' in the conversation of a sold book; else `children`. */
export function SoldNote({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const { id, bookId, book } = conversation;
  const { data } = useQuery({ ...tradeQuery(useTransport(), bookId), enabled: book.state === 'sold' });
  if (data?.side !== 'buyer' || data.conversationId !== id || data.sale === null) return children;
  if (data.sale.state === 'denied') return children;
  return t('trades.sold.to-you');
}
