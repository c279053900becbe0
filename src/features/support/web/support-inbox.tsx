import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t, textId } from '#platform/shared/texts/t.ts';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { Chips } from '#ui/actions/chips.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SupportMessageCard } from './support-message-card.tsx';
import { supportInboxQuery, supportSummaryQuery } from './support-queries.ts';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';

type Shown = 'open' | 'closed';

const empty = {
  open: { title: textId('support.inbox.empty'), text: textId('support.inbox.empty-text') },
  closed: { title: textId('support.inbox.none-closed'), text: textId('support.inbox.none-closed-text') },
};

/** The messages of the contact form, for administrators. */
export function SupportInbox() {
  const transport = useTransport();
  const [shown, setShown] = useState<Shown>('open');
  const inbox = useInfiniteQuery(supportInboxQuery(transport, shown));
  const { data: summary } = useQuery(supportSummaryQuery(transport));
  const messages = inbox.data?.pages.flatMap((page) => page.items);
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    'article',
    messages?.map(({ id }) => id).join() ?? '',
  );
  const openLabel =
    summary === undefined ? t('support.inbox.open') : t('support.inbox.open-count', { count: summary.open });
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('support.inbox.title')}</h2>
      {summary?.mail === 'outbox' && <InlineAlert tone="warning">{t('support.inbox.no-mail')}</InlineAlert>}
      <Chips
        label={t('support.inbox.label')}
        options={[
          { value: 'open', label: openLabel },
          { value: 'closed', label: t('support.inbox.closed') },
        ]}
        value={shown}
        onChange={setShown}
        bleed
      />
      {inbox.isPending && <ConversationListSkeleton />}
      <LoadError query={inbox} title={t('support.inbox.load-error')} />
      {messages?.length === 0 && !inbox.hasNextPage && (
        <EmptyState
          illustration="no-messages"
          level={3}
          title={t(empty[shown].title)}
          text={t(empty[shown].text)}
        />
      )}
      <div ref={container} tabIndex={-1} className={shared.stack}>
        <VisuallyHidden role="status">
          {messages !== undefined &&
            messages.length > 0 &&
            t('support.inbox.count', { count: messages.length })}
        </VisuallyHidden>
        {messages?.map((message, index) => (
          <SupportMessageCard key={message.id} message={message} onSettling={() => removing(index)} />
        ))}
      </div>
      <ShowMore list={inbox} />
    </>
  );
}
