/**
 * The conversations feature alone, for its tests: HTTP and socket on a real database, users with tokens, a
 * settable clock.
 */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Database } from '#platform/server/database/database.ts';
import { createLocalEventBus, type EventBus } from '#platform/server/events/event-bus.ts';
import { newId } from '#platform/server/new-id.ts';
import type { Conversation, Message } from '#features/conversations/contract.ts';
import { forwardAccountEvents } from '#features/accounts/server/mount.ts';
import { findStaffConnections } from '#features/accounts/server/staff/find-staff-connections.ts';
import { findExistingSignIns } from '#features/accounts/server/users/find-existing-sign-ins.ts';
import { users } from '#features/accounts/server/table.ts';
import { mountBlocks } from '#features/blocks/server/mount.ts';
import { forwardBookEvents } from '#features/books/server/forward-book-events.ts';
import { books } from '#features/books/server/table.ts';
import { mountConversations } from '#features/conversations/server/mount.ts';
import { type Live, type LiveOptions, mountLive } from '#features/live/server/mount.ts';
import { TestClock } from './test-clock.ts';
import { createTestContext } from './test-context.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { TestSocket } from './test-socket.ts';

/** The response. By default a test uses either transport. */
export type TestResponse<T = Conversation & Message> = {
  status: number;
  body: T;
  next: string | null;
  headers: Headers;
};
export type ConversationUser = { id: string; token: string };

/** A test token names its user and its expiry. */
export const tokenOf = (personId: string, until: Date): string => `${personId}|${until.getTime()}`;

export type ConversationServer = {
  url: string;
  server: Server;
  live: Live;
  close(): Promise<void>;
};

type NodeOptions = Partial<LiveOptions> & { bookIntervalMs?: number; maxConnectionsPerIp?: number };

export class TestConversations {
  readonly clock = new TestClock();
  readonly events: EventBus;
  readonly database: Database;
  readonly nodes: ConversationServer[] = [];
  readonly sockets: TestSocket[] = [];

  constructor(database: Database, events: EventBus = createLocalEventBus()) {
    this.database = database;
    this.events = events;
  }

  async startNode({
    bookIntervalMs,
    maxConnectionsPerIp,
    ...options
  }: NodeOptions = {}): Promise<ConversationServer> {
    const verify = async (token: string) => {
      const [id, until] = token.split('|');
      const expiresAt = new Date(Number(until));
      return id === undefined || !(expiresAt > this.clock.now())
        ? null
        : { actor: { id, roles: [], pausedUntil: null }, sessionId: null, expiresAt };
    };
    const { context, http } = await createTestContext({
      database: this.database,
      clock: this.clock,
      events: this.events,
      trustedProxies: maxConnectionsPerIp === undefined ? ['127.0.0.1'] : [],
      bounds: maxConnectionsPerIp === undefined ? {} : { maxConnectionsPerIp },
      socketLimits: options.socketLimits,
      authenticate: async (caller) =>
        (await verify(caller.authorization?.replace('Bearer ', '') ?? ''))?.actor ?? null,
    });
    const live = mountLive(context, {
      authenticateToken: verify,
      findExistingSignIns: (...ids) => findExistingSignIns(this.database, ...ids),
      findStaff: () => findStaffConnections(this.database),
      socketLimits: { sweepIntervalMs: 10 },
      ...options,
    });
    forwardAccountEvents(live);
    forwardBookEvents(live, bookIntervalMs);
    mountBlocks(context, live, async () => {});
    await mountConversations(context, {
      live,
      readHandover: async () => ({}),
    });
    await http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = http.server.address() as AddressInfo;
    const close = async () => {
      await live.close();
      await http.close();
    };
    const node: ConversationServer = {
      url: `http://127.0.0.1:${port}`,
      server: http.server,
      live,
      close,
    };
    this.nodes.push(node);
    return node;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets.splice(0)) socket.terminate();
    for (const node of this.nodes.splice(0)) await node.close();
  }

  async person(name: string): Promise<ConversationUser> {
    const id = newId(this.clock.now());
    await this.database.orm.insert(users).values({
      id,
      issuer: 'test',
      subject: id,
      email: `${id}@campus.example`,
      name,
      university: 'Northfield University',
      createdAt: this.clock.now(),
    });
    return { id, token: tokenOf(id, new Date(this.clock.now().getTime() + 3_600_000)) };
  }

  async book(seller: ConversationUser, title = 'Campbell Biology'): Promise<string> {
    const now = this.clock.now();
    const id = newId(now);
    await this.database.orm.insert(books).values({
      id,
      sellerId: seller.id,
      title,
      author: 'Lisa A. Urry',
      condition: 'Good',
      price: 11_800,
      createdAt: now,
      updatedAt: now,
    });
    return id;
  }

  /** That gets pushes. */
  async addDevice({ id }: ConversationUser): Promise<void> {
    const deviceId = randomUUID();
    await this.database.pool.query(
      `INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at, confirmed_at)
       VALUES ($1, $2, $3, '', '', $4, $4)`,
      [deviceId, id, `https://push.example/${deviceId}`, this.clock.now()],
    );
  }

  /** A seller, a buyer, a third user, a book, and the conversation about it. */
  async scene() {
    const [seller, buyer, stranger] = [
      await this.person('Daniel'),
      await this.person('Maya'),
      await this.person('Eve'),
    ];
    const bookId = await this.book(seller);
    const opened = await this.call(buyer, 'POST', '/api/conversations', { bookId });
    return { seller, buyer, stranger, bookId, conversationId: opened.body.id };
  }

  async call<T = Conversation & Message>(
    person: ConversationUser | null,
    method: string,
    path: string,
    body?: unknown,
    node = this.nodes[0]!,
  ): Promise<TestResponse<T>> {
    const response = await fetch(node.url + path, {
      method,
      headers: {
        ...(person && { authorization: `Bearer ${person.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '');
    return {
      status: response.status,
      body: (await response.json()) as T,
      next: link?.[1] ?? null,
      headers: response.headers,
    };
  }

  send(
    person: ConversationUser,
    conversationId: string,
    content: string,
    clientMessageId: string = randomUUID(),
    node?: ConversationServer,
  ) {
    return this.call(person, 'POST', '/api/messages', { conversationId, content, clientMessageId }, node);
  }

  /** What a user reads of the list of conversations, and of the messages of one. */
  conversationsOf = async (person: ConversationUser, query = ''): Promise<Conversation[]> =>
    (await this.call<Conversation[]>(person, 'GET', `/api/conversations${query}`)).body;
  messagesOf = async (person: ConversationUser, id: string, query = ''): Promise<Message[]> =>
    (await this.call<Message[]>(person, 'GET', `/api/conversations/${id}/messages${query}`)).body;

  /** All pages of a list. */
  async pagesOf<T>(person: ConversationUser, path: string): Promise<T[][]> {
    const { status, body, next } = await this.call<T[]>(person, 'GET', path);
    expect(status).toBe(200);
    return [body, ...(next === null ? [] : await this.pagesOf<T>(person, next))];
  }

  block = (person: ConversationUser, other: ConversationUser) =>
    this.call(person, 'PUT', `/api/blocks/${other.id}`);
  unblock = (person: ConversationUser, other: ConversationUser) =>
    this.call(person, 'DELETE', `/api/blocks/${other.id}`);

  async connect(
    person: ConversationUser | null,
    node = this.nodes[0]!,
    headers: Record<string, string> = {},
  ): Promise<TestSocket> {
    const socket = await TestSocket.open(node.url, headers);
    this.sockets.push(socket);
    if (person !== null) {
      socket.send({ type: 'auth', token: person.token });
      await socket.next('auth_success');
    }
    return socket;
  }
}

/** Before each test one process on an empty database; after it everything is closed. */
export function useTestConversations(assign: (talk: TestConversations) => void): void {
  let database: TestDatabase;
  let talk: TestConversations;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    await database.reset();
    talk = new TestConversations(database);
    await talk.startNode();
    assign(talk);
  });
  afterEach(() => talk.close());
  afterAll(() => database.close());
}
