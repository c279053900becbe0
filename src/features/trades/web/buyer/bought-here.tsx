import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import { tradeQuery } from '../trade-queries.ts';

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
