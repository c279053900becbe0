import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { useSession } from '#features/accounts/web/public.ts';
import { photoSources } from '#features/photos/web/public.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { ConversationList, ConversationRow } from '#ui/chat/conversation-row.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { ListTail } from '#ui/layout/list-tail.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { ErrorState, OfflineState, EmptyState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/display/time.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import type { Conversation } from '../contract.ts';
import { contentOf } from '../line-text.ts';
import { isUnread } from '../rules.ts';
import { conversationsQuery } from './conversation-list-query.ts';
import shared from '#ui/shared.module.css';

/** The user's conversations. `nav` is the bottom navigation. */
export default function MessagesPage({ nav }: { nav: ReactNode }) {
  const session = useSession();
  const transport = useTransport();
  const { myId, ...who } = useKnownUser();
  const list = useInfiniteQuery({
    ...conversationsQuery(transport),
    enabled: session.status === 'signed-in',
  });
  // The other participant is unknown without the user's id.
  const conversations = myId === null ? undefined : list.data?.pages.flatMap((page) => page.items);
  const failed = who.isSlow || (list.isError && conversations === undefined);
  const cutOff = useOfflineRetry(list);
  const askAgain = failed ? null : cutOff;
  const main = useRef<HTMLElement>(null);
  // A new message moves its conversation to the top.
  useSettledTaps(main, conversations?.map(({ id }) => id).join() ?? '');
  const empty = conversations?.length === 0 && !list.hasNextPage;
  return (
    <AppShell nav>
      <TitleHeader title={t('conversations.list.title')} />
      <Main
        id="main"
        ref={main}
        flush={!failed && !empty && askAgain === null}
        middle={failed || empty || askAgain !== null}
      >
        {askAgain !== null && <OfflineState onRetry={askAgain} />}
        {conversations === undefined && !failed && askAgain === null && <ConversationListSkeleton />}
        {failed && (
          <ErrorState
            title={t('conversations.error.messages')}
            retrying={list.isFetching || who.isFetching}
            onRetry={() => {
              if (myId === null) who.refetch();
              if (list.isError) void list.refetch();
            }}
          />
        )}
        {empty && (
          <EmptyState
            illustration="no-messages"
            title={t('conversations.list.empty')}
            text={t('conversations.list.empty-text')}
            action={<LinkButton href="/">{t('conversations.list.browse')}</LinkButton>}
          />
        )}
        {conversations !== undefined && conversations.length > 0 && myId !== null && (
          <>
            <h2 className={shared.visuallyHidden}>{t('conversations.list.heading')}</h2>
            <ConversationList>
              {conversations.map((conversation) => (
                <ConversationItem key={conversation.id} conversation={conversation} myId={myId} />
              ))}
            </ConversationList>
          </>
        )}
        {list.hasNextPage && conversations !== undefined && (
          <ListTail list={list} errorText={t('conversations.error.messages')}>
            <ConversationListSkeleton count={1} />
          </ListTail>
        )}
      </Main>
      {nav}
    </AppShell>
  );
}

const notes = {
  active: null,
  expired: textId('conversations.list.book-expired'),
  sold: textId('conversations.list.book-sold'),
  gone: textId('conversations.list.book-gone'),
};

function ConversationItem({ conversation, myId }: { conversation: Conversation; myId: string }) {
  const now = useNow();
  const { book, lastMessage, buyer, seller, youBlocked } = conversation;
  const other = buyer.id === myId ? seller : buyer;
  const [image] = book.images;
  const note = notes[book.state];
  return (
    <ConversationRow
      href={`/conversation/${conversation.id}`}
      book={book}
      photo={image === undefined ? null : { ...photoSources(image), sizes: '40px', loading: 'lazy' }}
      other={{ id: other.id, name: other.name, photo: other.profileImage }}
      {...(note !== null && { note: t(note) })}
      last={
        youBlocked
          ? t('conversations.list.blocked', { name: other.name })
          : lastMessageText(lastMessage, myId)
      }
      when={<Time at={conversation.lastMessageAt} now={now.getTime()} form="message" />}
      unread={!youBlocked && isUnread(lastMessage, myId)}
      asleep={youBlocked}
    />
  );
}

function lastMessageText(last: Conversation['lastMessage'], myId: string): ReactNode {
  if (last === null) return t('conversations.list.no-messages');
  const text = contentOf(last, currentLocale());
  return last.senderId === myId
    ? rich('conversations.list.from-you', { text: () => <bdi>{text}</bdi> })
    : text;
}
