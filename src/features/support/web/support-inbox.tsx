import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { Chips } from '#ui/actions/chips.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { NO_MESSAGES } from '#ui/states/page-illustrations.ts';
import { VisuallyHidden } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SupportMessageCard } from './support-message-card.tsx';
import { supportInboxQuery, supportSummaryQuery } from './support-queries.ts';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';

type Shown = 'open' | 'closed';

const empty = {
  open: { title: 'Inbox empty', text: 'Messages from Help & Support will appear here.' },
  closed: { title: 'No messages yet', text: 'Answered and closed messages are kept here for a year.' },
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
  const openLabel = summary === undefined ? 'Open' : `Open (${summary.open})`;
  return (
    <>
      <h2 className={shared.visuallyHidden}>Support</h2>
      {summary?.mail === 'outbox' && (
        <InlineAlert tone="warning">
          No mail server is set up: your answers go to the log and the outbox folder of DATA_DIR. Forward them
          yourself.
        </InlineAlert>
      )}
      <Chips
        label="Messages"
        options={[
          { value: 'open', label: openLabel },
          { value: 'closed', label: 'Closed' },
        ]}
        value={shown}
        onChange={setShown}
        bleed
      />
      {inbox.isPending && <ConversationListSkeleton />}
      <LoadError query={inbox} title="Failed to load messages" />
      {messages?.length === 0 && !inbox.hasNextPage && (
        <EmptyState illustration={NO_MESSAGES} level={3} {...empty[shown]} />
      )}
      <div ref={container} tabIndex={-1} className={shared.stack}>
        <VisuallyHidden role="status">
          {messages !== undefined && messages.length > 0 && `${messages.length} messages`}
        </VisuallyHidden>
        {messages?.map((message, index) => (
          <SupportMessageCard key={message.id} message={message} onSettling={() => removing(index)} />
        ))}
      </div>
      <ShowMore list={inbox} />
    </>
  );
}
