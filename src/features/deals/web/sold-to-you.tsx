import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import type { Conversation } from '#features/conversations/contract.ts';
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

/** Whether the current user has bought the sold book of a conversation; nothing until that is known. */
export function Purchase({
  conversation: { id, bookId },
  children,
}: {
  conversation: Conversation;
  children: (isBought: boolean) => ReactNode;
}) {
  const { data, isFetching } = useQuery({
    ...dealQuery(useTransport(), bookId),
    // The handover has just changed it.
    refetchOnMount: 'always',
  });
  const isBought = data?.conversationId === id && data.sale?.state === 'confirmed';
  return !isBought && isFetching ? null : children(isBought);
}

/** 'to you' in the conversation of a sold book; else `children`. */
export function SoldNote({ conversation, children }: { conversation: Conversation; children: ReactNode }) {
  const { id, bookId, book } = conversation;
  const { data } = useQuery({ ...dealQuery(useTransport(), bookId), enabled: book.state === 'sold' });
  if (data?.side !== 'buyer' || data.conversationId !== id || data.sale === null) return children;
  if (data.sale.state === 'denied') return children;
  return 'to you';
}
