import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import type { Message } from '#features/conversations/contract.ts';
import { cachedMessages, messagesQuery } from '#features/conversations/web/conversation-queries.ts';
import { createMessaging } from '#features/conversations/web/lazy.ts';
import { toMessageViews } from '#features/conversations/web/sync/merge-messages.ts';
import { openOutbox, outgoingMessages } from '#features/conversations/web/sync/outbox.ts';
import { startLiveSession } from '#features/live/web/lazy.ts';
import { LiveStore } from '#features/live/web/live-store.ts';
import { endpointUrl, type Transport } from '#platform/shared/define-endpoints.ts';
import type { ProblemDocument } from '#platform/shared/problem.ts';
import { ApiError } from '#platform/web/transport.ts';
import { inBrowser } from './headless-browser.ts';
import type { History, ShownConversation } from './history.ts';
import type { Student } from './student.ts';
import { PROCESS_HEADER } from './web-proxy.ts';

type ChatClientOptions = {
  name: string;
  student: Student;
  conversationId: string;
  /** The product, by way of the proxy. */
  url: string;
  history: History;
};

/**
 * A conversation in a browser without a window: the product's own code sends, receives, reconnects and
 * catches up. It begins with an empty conversation.
 */
export class ChatClient {
  readonly name: string;
  readonly conversationId: string;
  readonly #student: Student;
  readonly #history: History;
  readonly #url: string;
  readonly #live = new LiveStore();
  readonly #queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  readonly #own = new Set<string>();
  #process = '';

  static async open(options: ChatClientOptions): Promise<ChatClient> {
    const client = new ChatClient(options);
    await client.#queries.fetchInfiniteQuery(messagesQuery(client.#transport, options.conversationId));
    client.#start();
    return client;
  }

  private constructor({ name, student, conversationId, url, history }: ChatClientOptions) {
    this.name = name;
    this.conversationId = conversationId;
    this.#student = student;
    this.#url = url;
    this.#history = history;
  }

  get isConnected(): boolean {
    return this.#live.isConnected();
  }

  /** The process of the last socket. */
  get process(): string {
    return this.#process;
  }

  write(content: string): void {
    const { conversationId, name } = this;
    const target = { conversationId, bookId: conversationId, buyerId: '', sellerId: '' };
    const clientId = openOutbox(this.#queries, this.#student.id).add(target, content);
    this.#own.add(clientId);
    this.#history.record({ kind: 'sent', client: name, conversationId, clientId });
  }

  /** How many of its messages nobody has confirmed. */
  waiting(): number {
    return outgoingMessages(this.#queries).filter(({ delivery }) => delivery !== 'sent').length;
  }

  shown(): ShownConversation {
    const { name: client, conversationId } = this;
    const fetched = cachedMessages(this.#queries, conversationId)!;
    const lines = toMessageViews(fetched, outgoingMessages(this.#queries), this.#student.id);
    return { client, conversationId, clientIds: lines.map(({ clientMessageId }) => clientMessageId) };
  }

  close(): void {
    this.#live.end();
    this.#queries.clear();
  }

  #start(): void {
    const { conversationId } = this;
    const student = this.#student;
    const network = {
      url: this.#url,
      headers: { 'x-forwarded-for': student.address },
      onOpened: (headers: NodeJS.Dict<string | string[]>) => {
        this.#process = String(headers[PROCESS_HEADER] ?? '');
      },
    };
    this.#live.on('new_message', ({ message }) => this.#onMessage(message));
    this.#live.onConnectionChange(() => this.#onConnectionChange());
    this.#live.setUser(student.id);
    // The page that shows it.
    new InfiniteQueryObserver(this.#queries, messagesQuery(this.#transport, conversationId)).subscribe(
      () => {},
    );
    const session = inBrowser(`${this.name.toLowerCase().replace(' ', '-')}.invalid`, network, () =>
      startLiveSession(
        {
          live: this.#live,
          queries: this.#queries,
          transport: this.#transport,
          tokens: tokensOf(student),
          userId: student.id,
        },
        [createMessaging({ send: async () => {}, onRefused: () => {} })],
      ),
    );
    this.#live.begin(session);
  }

  #onConnectionChange(): void {
    const kind = this.isConnected ? 'connected' : 'disconnected';
    this.#history.record({ kind, client: this.name, process: this.#process });
  }

  #onMessage({ clientMessageId: clientId, conversationId, seq }: Message): void {
    if (conversationId !== this.conversationId) return;
    const event = { client: this.name, conversationId, clientId, seq, process: this.#process };
    if (this.#own.has(clientId)) this.#history.record({ kind: 'acknowledged', ...event });
    this.#history.record({ kind: 'delivered', ...event });
  }

  /** Like the browser's, through the proxy. */
  readonly #transport: Transport = async (key, input) => {
    const { method, path } = endpointUrl(key, input);
    const reply = await this.#student.request<unknown>(method, path, input.body, this.#url);
    if (reply.status === 0) throw new TypeError('Failed to fetch');
    if (reply.status >= 400) {
      const problem = typeof reply.body === 'object' ? reply.body : { code: '', detail: String(reply.body) };
      const retryAfter = reply.retryAfter === null ? null : Number(reply.retryAfter);
      throw new ApiError(reply.status, problem as ProblemDocument, retryAfter);
    }
    if (key === 'POST /api/messages') this.#onConfirmed(reply.body as Message, reply.process);
    return { data: reply.body, next: null };
  };

  #onConfirmed({ clientMessageId: clientId, conversationId, seq }: Message, process: string): void {
    this.#history.record({ kind: 'acknowledged', client: this.name, conversationId, clientId, seq, process });
  }
}

const tokensOf = (student: Student) => ({
  getToken: () => student.token(),
  renewToken: () => {
    student.forgetToken();
    return student.token();
  },
  lastKnownUser: () => student.id,
  onTokenRejected: () => {},
});
