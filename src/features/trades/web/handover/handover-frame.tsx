import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Conversation, ConversationEndpoints } from '#features/conversations/contract.ts';
import { useLiveMessage } from '#features/live/web/public.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { fetchAgain } from '#platform/web/fetch-again.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { BookHead } from '#ui/display/book-head.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { EmptyState, ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import { BookRowSkeleton, SkeletonBlock } from '#ui/states/skeleton.tsx';
import shared from '#ui/shared.module.css';
import emptyStateStyles from '#ui/states/empty-state.module.css';
import styles from './handover-frame.module.css';

type HandoverFrameProps = {
  title: string;
  /** The id of the conversation. */
  id: string;
  children: (conversation: Conversation) => ReactNode;
};

/** A page about the reservation of a conversation, with its bar and what stands in while nothing is known. */
export function HandoverFrame({ title, id, children }: HandoverFrameProps) {
  const queries = useQueryClient();
  const conversation = useQuery(handoverQuery(useTransport(), id));
  const askAgain = useOfflineRetry(conversation);
  useLiveMessage('conversation', ({ conversation: changed }) => {
    if (changed.id === id) void fetchAgain(queries, ['conversations', 'handover', id]);
  });
  const { data, isError, isFetching, isFetchedAfterMount, refetch } = conversation;
  // Data of an earlier visit: the book may have been reserved since.
  const isOutdated = isFetching && !isFetchedAfterMount && data?.reservation === null;
  return (
    <AppShell>
      <TitleHeader title={title} back={{ href: `/conversation/${id}`, icon: 'close' }} />
      <Main id="main">
        {data !== undefined && !isOutdated ? (
          children(data)
        ) : isError ? (
          <ErrorState
            title={t('trades.handover.load-error')}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : askAgain !== null ? (
          <OfflineState onRetry={askAgain} />
        ) : (
          <HandoverSkeleton />
        )}
      </Main>
    </AppShell>
  );
}

const HandoverSkeleton = () => (
  <>
    <p className={shared.visuallyHidden} role="status">
      {t('trades.handover.loading')}
    </p>
    <BookRowSkeleton />
    <div className={styles.slip} aria-hidden="true">
      <SkeletonBlock width={60} />
      <span className={styles.qr} />
    </div>
  </>
);

/** The book, the other participant and the agreed price. */
export function AgreedBook({ conversation, name }: { conversation: Conversation; name: string }) {
  const { book, reservation } = conversation;
  const [image] = book.images;
  const photo = image === undefined ? null : { ...photoSources(image), sizes: '40px' };
  const person = <bdi>{name}</bdi>;
  return (
    <BookHead book={book} photo={photo}>
      {reservation === null
        ? person
        : rich('trades.handover.other-and-price', {
            name: () => person,
            price: formatMoney(reservation.price),
          })}
    </BookHead>
  );
}

/** Replaces the code once there is nothing to hand over. */
export const NothingReserved = ({ id }: { id: string }) => (
  <EmptyState
    illustration="nothing-for-sale"
    title={t('trades.handover.over')}
    action={<LinkButton href={`/conversation/${id}`}>{t('trades.handover.back')}</LinkButton>}
  />
);

type HandedOverProps = { book: Conversation['book']; title: string; text: string; children: ReactNode };

/** The screen after a handover: what it has changed, and what comes next. */
export function HandedOver({ book, title, text, children }: HandedOverProps) {
  const [image] = book.images;
  const photo = image === undefined ? null : { ...photoSources(image), sizes: '120px' };
  return (
    <div className={emptyStateStyles.state} role="status">
      <span className={styles.cover}>
        <Cover book={book} photo={photo} />
        <span className={styles.tick}>
          <Icon name="check" />
        </span>
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/**
 * A conversation with the code of its reservation. Separate from the conversation of other pages: events
 * replace that, and contain no code.
 */
const handoverQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['conversations', 'handover', id],
    queryFn: ({ signal }) =>
      apiClient<ConversationEndpoints>(transport).call(
        'GET /api/conversations/:id',
        { params: { id } },
        { signal },
      ),
    staleTime: 0,
    refetchOnReconnect: true,
  });
