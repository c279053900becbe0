import { checkHistory } from './check-history.ts';
import { type Cluster, processNames } from './cluster.ts';
import { History, type RequestResult, type ShownConversation } from './history.ts';
import { ChatClient } from './chat-client.ts';
import { sendRequest } from './send-request.ts';
import type { Pair } from './campus.ts';
import { until } from './until.ts';

/** Of a message on its way to the other clients, also without events; a second of it is the machine's. */
const MAX_DELAY_MS = 6_000;
/** What is sent before the end of the traffic, and has to come to all clients. */
const MAX_SETTLING_MS = 25_000;
/** Of each student: below the limit of the product. */
const MESSAGE_INTERVAL_MS = 500;
const REQUEST_INTERVAL_MS = 100;
const CLIENTS_OF_PAIR = 4;

const listing = {
  title: 'Introduction to Algorithms, 4th Edition',
  author: 'Thomas H. Cormen, Charles E. Leiserson',
  condition: 'Like New',
  price: 6_800,
  description: 'No marks.',
  images: [],
};

/**
 * New conversations of pairs of students, each on two clients at two processes, and a visitor who looks at
 * books; and all that happens to them.
 */
export class Chats {
  readonly history: History;
  readonly clients: readonly ChatClient[];
  readonly #cluster: Cluster;
  readonly #bookIds: readonly string[];
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #requests = new Set<Promise<void>>();
  #recoveryMs: number | null = null;

  static async open(cluster: Cluster, pairs: readonly Pair[]): Promise<Chats> {
    const history = new History();
    const opened = await Promise.all(
      pairs.map((pair, index) => openConversation(cluster, { pair, index, history })),
    );
    const chats = new Chats(cluster, history, opened);
    await until('all clients are connected', () => chats.areConnected(), MAX_SETTLING_MS);
    return chats;
  }

  private constructor(
    cluster: Cluster,
    history: History,
    opened: readonly { bookId: string; clients: ChatClient[] }[],
  ) {
    this.#cluster = cluster;
    this.history = history;
    this.clients = opened.flatMap(({ clients }) => clients);
    this.#bookIds = opened.map(({ bookId }) => bookId);
  }

  areConnected(): boolean {
    return this.clients.every((client) => client.isConnected);
  }

  /** Students write and a visitor looks at books until `endTraffic`. */
  beginTraffic(): void {
    // The two clients of a student take turns.
    let turn = 0;
    const write = () => {
      turn += 1;
      for (const client of this.clients.filter((_, index) => index % 2 === turn % 2))
        client.write(`Message ${turn} of ${client.name}`);
    };
    let count = 0;
    const paths = ['/api/books', `/api/books/${this.#bookIds[0]}`, '/'];
    const look = () => {
      const path = paths[count++ % paths.length]!;
      const visit = this.visit(path).then(() => void this.#requests.delete(visit));
      this.#requests.add(visit);
    };
    this.#timers.push(setInterval(write, MESSAGE_INTERVAL_MS), setInterval(look, REQUEST_INTERVAL_MS));
  }

  async endTraffic(): Promise<void> {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    await Promise.all(this.#requests);
  }

  /** A request of a visitor who is not signed in. */
  async visit(path: string): Promise<RequestResult> {
    const place = { url: this.#cluster.proxy.url, address: '203.0.113.7' };
    const { body: _body, headers: _headers, ...result } = await sendRequest('GET', path, place);
    this.history.record({ kind: 'request', ...result });
    return result;
  }

  /** Resolves when so many further messages are confirmed. */
  async acknowledgedMore(count: number): Promise<void> {
    const before = this.history.ofKind('acknowledged').length;
    const areThere = () => this.history.ofKind('acknowledged').length >= before + count;
    await until(`${count} messages are confirmed`, areThere, MAX_SETTLING_MS);
  }

  /**
   * One student of each pair writes once while all others are silent, so that nothing else brings the message
   * to the clients at other processes. Resolves with the milliseconds until all show it.
   */
  async crossAlone(): Promise<number> {
    await this.endTraffic();
    await until('all is settled', () => this.#isSettled(), MAX_SETTLING_MS);
    for (const client of this.clients.filter((_, index) => index % CLIENTS_OF_PAIR === 0))
      client.write(`Alone on ${client.name}`);
    const milliseconds = await until('all clients show the messages', () => this.#isSettled(), MAX_DELAY_MS);
    this.beginTraffic();
    return milliseconds;
  }

  /** Resolves when every client is connected, and has had a message confirmed from now on. */
  async recovered(timeoutMs: number): Promise<void> {
    const before = this.history.entries.length;
    const isBack = () => {
      const since = this.history.entries.slice(before);
      const back = new Set(since.flatMap((entry) => (entry.kind === 'acknowledged' ? [entry.client] : [])));
      return this.areConnected() && back.size === this.clients.length;
    };
    this.#recoveryMs = await until('every client sends again', isBack, timeoutMs);
  }

  /** In words: how much was sent, and how long the slowest message and the recovery took. */
  describe(): string {
    const acknowledged = new Map(this.history.ofKind('acknowledged').map((entry) => [entry.clientId, entry]));
    const delays = new Map<string, number>();
    for (const { clientId, client, at } of this.history.ofKind('delivered')) {
      const message = acknowledged.get(clientId);
      const key = `${client} ${clientId}`;
      if (message !== undefined && message.client !== client && !delays.has(key))
        delays.set(key, at - message.at);
    }
    const worst = Math.round(Math.max(...delays.values()));
    const recovery = this.#recoveryMs === null ? '' : `, back after ${this.#recoveryMs} ms`;
    const requests = this.history.ofKind('request');
    const refused = requests.filter(({ status }) => status !== 200).length;
    return (
      `${acknowledged.size} messages, the slowest ${worst} ms later on all clients${recovery}; ` +
      `${requests.length} requests, ${refused} refused`
    );
  }

  /** The requests of the visitor that were no success. */
  failedRequests(): RequestResult[] {
    return this.history.ofKind('request').filter(({ status }) => status !== 200);
  }

  /** Ends the traffic, waits until nothing is under way, and returns what is wrong. */
  async check(): Promise<string[]> {
    await this.endTraffic();
    // What is not there then is found below.
    await until('all is settled', () => this.#isSettled(), MAX_SETTLING_MS).catch(() => {});
    const shown = [...this.clients.map((client) => client.shown()), ...(await this.#stored())];
    const options = { maxDelayMs: MAX_DELAY_MS, neededParts: ['postgresql'] };
    return checkHistory(this.history.entries, shown, options);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  /** All clients are connected, and show what was sent and is confirmed. */
  #isSettled(): boolean {
    const sent = Map.groupBy(this.history.ofKind('sent'), ({ conversationId }) => conversationId);
    return this.clients.every(
      (client) =>
        client.isConnected &&
        client.waiting() === 0 &&
        client.shown().clientIds.length >= (sent.get(client.conversationId)?.length ?? 0),
    );
  }

  async #stored(): Promise<ShownConversation[]> {
    const ids = [...new Set(this.clients.map(({ conversationId }) => conversationId))];
    const rows = await this.#cluster.query(
      `SELECT conversation_id, client_message_id FROM messages
       WHERE conversation_id IN (${ids.map((id) => `'${id}'`).join(', ')}) ORDER BY seq`,
    );
    return ids.map((conversationId) => ({
      client: 'the database',
      conversationId,
      clientIds: rows
        .filter((row) => row['conversation_id'] === conversationId)
        .map((row) => String(row['client_message_id'])),
    }));
  }
}

type Setting = { pair: Pair; index: number; history: History };

/** Four clients: the seller's two and the buyer's two, spread over the processes. */
async function openConversation(cluster: Cluster, { pair, index, history }: Setting) {
  const { seller, buyer } = pair;
  const book = await seller.call<{ id: string }>('POST', '/api/books', listing);
  const conversation = await buyer.call<{ id: string }>('POST', '/api/conversations', { bookId: book.id });
  const clients = [seller, seller, buyer, buyer].map((student, place) => {
    const process = processNames[(index + place) % processNames.length]!;
    return ChatClient.open({
      name: `${student.name} ${(place % 2) + 1}`,
      student,
      conversationId: conversation.id,
      url: cluster.proxy.preferring.get(process)!,
      history,
    });
  });
  return { bookId: book.id, clients: await Promise.all(clients) };
}
