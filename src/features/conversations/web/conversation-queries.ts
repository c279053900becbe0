import {
  hashKey,
  type InfiniteData,
  queryOptions,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
  skipToken,
} from '@tanstack/react-query';
import type { Page, Transport } from '#platform/shared/define-endpoints.ts';
import { fetchAgain } from '#platform/web/fetch-again.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { Conversation, Message } from '../contract.ts';
import { conversationApi, keys } from './conversation-list-query.ts';
import { mergeMessages, mergeStates } from './sync/merge-messages.ts';

export const conversationQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: ({ signal }) =>
      conversationApi(transport).call('GET /api/conversations/:id', { params: { id } }, { signal }),
  });

/** The user's conversations about one book. */
export const conversationsAboutQuery = (transport: Transport, bookId: string) =>
  queryOptions({
    queryKey: keys.about(bookId),
    queryFn: ({ signal }) =>
      conversationApi(transport).call('GET /api/conversations', { query: { bookId } }, { signal }),
    // Fetched each time: the conversation may have been opened in another browser.
    gcTime: 0,
  });

/** The messages of a conversation: the newest page first, each ascending; the next page is older. */
export const messagesQuery = (transport: Transport, conversationId: string) =>
  pagedQuery({
    queryKey: keys.messages(conversationId),
    fetchPage: (page, options) => {
      // The URL without an id would be another endpoint.
      if (conversationId === '') throw new Error('Conversation ID required');
      return conversationApi(transport).page(
        'GET /api/conversations/:id/messages',
        { params: { id: conversationId }, query: page },
        options,
      );
    },
    structuralSharing: (known, fetched) =>
      replaceEqualDeep(known, keepNewer(known as Pages<Message> | undefined, fetched as Pages<Message>)),
  });

/** The id of the conversation that a first message from this page has opened. */
export const openedQuery = (bookId: string) =>
  queryOptions<string>({ queryKey: keys.opened(bookId), queryFn: skipToken });

/** The users who are typing in a conversation. */
export const typingQuery = (conversationId: string) =>
  queryOptions<readonly string[]>({ queryKey: keys.typing(conversationId), queryFn: skipToken });

type Pages<T> = InfiniteData<Page<T>, string | null>;

/** A response may be older than events before it: newer messages and newer states of the others stay. */
function keepNewer(known: Pages<Message> | undefined, fetched: Pages<Message>): Pages<Message> {
  const before = flattenMessages(known);
  const newest = fetched.pages[0];
  if (before.length === 0 || newest === undefined) return fetched;
  const bySeq = new Map(before.map((message) => [message.seq, message]));
  const pages = fetched.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => mergeStates(item, bySeq.get(item.seq) ?? item)),
  }));
  const lastSeq = newest.items.at(-1)?.seq ?? 0;
  const added = before.filter(({ seq }) => seq > lastSeq);
  return { ...fetched, pages: pages.with(0, { ...pages[0]!, items: [...pages[0]!.items, ...added] }) };
}

/** All fetched messages, ascending. */
export const flattenMessages = (data: Pick<Pages<Message>, 'pages'> | undefined): Message[] =>
  (data?.pages ?? []).toReversed().flatMap((page) => page.items);

/** Undefined while nothing is fetched. */
export function cachedMessages(queries: QueryClient, conversationId: string): Message[] | undefined {
  const data = queries.getQueryData<Pages<Message>>(keys.messages(conversationId));
  return data && flattenMessages(data);
}

/** Adds a message to the fetched ones. The newest page also takes all newer messages. */
export function cacheMessage(queries: QueryClient, message: Message): void {
  queries.setQueryData<Pages<Message>>(keys.messages(message.conversationId), (data) => {
    const newest = data?.pages[0];
    if (data === undefined || newest === undefined) return data;
    const isOnlyPage = data.pages.length === 1 && newest.next === null;
    const first = isOnlyPage ? 0 : (newest.items[0]?.seq ?? 0);
    // Part of an older page, which has it or is not loaded.
    if (message.seq < first) return data;
    const items = mergeMessages(newest.items, [message]);
    return { ...data, pages: [{ ...newest, items }, ...data.pages.slice(1)] };
  });
}

/** Updates the offer, the meeting or the question of a message that is fetched. */
export function cacheMessageState(
  queries: QueryClient,
  { conversationId, id, offer, meeting, question }: Message,
): void {
  const state = { offer, meeting, ...(question && { question }) };
  changeMessages(queries, conversationId, (item) => (item.id === id ? { ...item, ...state } : item));
}

/** Marks the user's messages up to the last one that the other participant has read. */
export function cacheReadByOther(
  queries: QueryClient,
  { conversationId, upToSeq, readAt }: { conversationId: string; upToSeq: number; readAt: string },
  myId: string,
): void {
  changeMessages(queries, conversationId, (item) =>
    item.senderId === myId && item.readAt === null && item.seq <= upToSeq ? { ...item, readAt } : item,
  );
}

function changeMessages(
  queries: QueryClient,
  conversationId: string,
  change: (message: Message) => Message,
): void {
  const queryKey = keys.messages(conversationId);
  queries.setQueryData<Pages<Message>>(
    queryKey,
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
  );
  fetchAgainIfFetching(queries, queryKey);
}

/** A response on its way may be older than an event, and would replace what the event has brought. */
function fetchAgainIfFetching(queries: QueryClient, queryKey: QueryKey): void {
  if (queries.getQueryState(queryKey)?.fetchStatus === 'fetching') void fetchAgain(queries, queryKey);
}

/** Fetches the messages again whose offers or meetings may have ended while no event arrived. */
export async function refreshOpenStates(queries: QueryClient): Promise<void> {
  const fetched = queries.getQueryCache().findAll({ queryKey: ['conversations', 'messages'] });
  await Promise.all(
    fetched.map(async (query) => {
      // A response on its way may be older than the connection, and no event tells what happened between.
      if (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => {});
      const isOpen = flattenMessages(query.state.data as Pages<Message> | undefined).some(
        ({ offer, meeting, question }) =>
          offer?.state === 'pending' ||
          meeting?.state === 'proposed' ||
          meeting?.state === 'accepted' ||
          (question !== undefined && !question.isWithdrawn && Date.parse(question.until) > Date.now()),
      );
      if (isOpen) await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}

/** Updates a conversation in the list, with its position, and on its page. */
export function cacheConversation(queries: QueryClient, conversation: Conversation): void {
  queries.setQueryData(keys.one(conversation.id), conversation);
  cacheInList(queries, conversation);
  fetchAgainIfFetching(queries, keys.one(conversation.id));
  void fetchListAgainIfOlder(queries, conversation);
}

/** Marks a conversation in the cache as read: what the page showed at the request may be older. */
export function cacheReadByMe(
  queries: QueryClient,
  { conversationId, seq, readAt }: Pick<Message, 'conversationId' | 'seq' | 'readAt'>,
): void {
  const state = queries.getQueryState<Conversation>(keys.one(conversationId));
  // What is to be fetched again must not count as new.
  if (state?.data === undefined || state.isInvalidated) return;
  const conversation = state.data;
  const { lastMessage } = conversation;
  const isLastRead = lastMessage !== null && lastMessage.seq <= seq;
  cacheConversation(queries, {
    ...conversation,
    unreadCount: 0,
    lastMessage: isLastRead ? { ...lastMessage, readAt } : lastMessage,
  });
}

/** The response with the list may be older than an event that arrived before it. */
async function fetchListAgainIfOlder(queries: QueryClient, conversation: Conversation): Promise<void> {
  const query = queries.getQueryCache().find<Pages<Conversation>>({ queryKey: keys.list });
  if (query?.state.fetchStatus !== 'fetching') return;
  await query.promise?.catch(() => {});
  const listed = query.state.data?.pages
    .flatMap(({ items }) => items)
    .find(({ id }) => id === conversation.id);
  if (hashKey([listed]) !== hashKey([conversation]))
    await queries.invalidateQueries({ queryKey: keys.list }, { cancelRefetch: false });
}

function cacheInList(queries: QueryClient, conversation: Conversation): void {
  queries.setQueryData<Pages<Conversation>>(keys.list, (data) => {
    const first = data?.pages[0];
    if (data === undefined || first === undefined) return data;
    const others = data.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ id }) => id !== conversation.id),
    }));
    const all = others.flatMap(({ items }) => items);
    const last = all.at(-1);
    // Part of a page that is not loaded yet.
    if (last !== undefined && others.at(-1)!.next !== null && isNewer(last, conversation))
      return { ...data, pages: others };
    const page = others.findIndex(({ items }) => items.some((other) => isNewer(conversation, other)));
    const at = page === -1 ? others.length - 1 : page;
    const items = [...others[at]!.items, conversation].sort((a, b) => (isNewer(a, b) ? -1 : 1));
    return { ...data, pages: others.with(at, { ...others[at]!, items }) };
  });
}

const isNewer = (one: Conversation, other: Conversation): boolean =>
  one.lastMessageAt === other.lastMessageAt ? one.id > other.id : one.lastMessageAt > other.lastMessageAt;

/** Fetches lists again now, and conversations that are not shown when they are next opened. */
export async function refreshConversations(queries: QueryClient): Promise<void> {
  queries.removeQueries({ queryKey: ['conversations', 'messages'], type: 'inactive' });
  await Promise.all([
    queries.invalidateQueries({ queryKey: keys.list }),
    queries.invalidateQueries({ queryKey: ['conversations', 'one'] }),
  ]);
}

/** Fetches conversations again that show a changed book. */
export async function refreshConversationsAbout(queries: QueryClient, bookId: string): Promise<void> {
  const list = queries.getQueryData<Pages<Conversation>>(keys.list);
  if (list?.pages.some(({ items }) => items.some((item) => item.bookId === bookId))) {
    await queries.invalidateQueries({ queryKey: keys.list });
  }
  await queries.invalidateQueries({
    queryKey: ['conversations', 'one'],
    predicate: ({ state }) => (state.data as Conversation | undefined)?.bookId === bookId,
  });
}
