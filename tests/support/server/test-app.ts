import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App, type AppOptions } from '#app/server/create-app.ts';
import { readConfig } from '#app/server/config.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { freePort } from './free-port.ts';
import { TestClock } from './test-clock.ts';
import { createTestDatabase } from './test-database.ts';
import { TestSocket } from './test-socket.ts';

/** Of all users. */
export const TEST_PASSWORD = 'correct horse';

const SESSION_LIFETIME_MS = 90 * DAY_MS;

/** An HTTP response. `body` is parsed if it is JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test knows what it asks for
export type Reply = { status: number; headers: Headers; body: any };

/** A user or a visitor who sends real requests over a real port. */
export class TestClient {
  readonly #base: string;
  readonly #clock: Clock;
  #cookie: string | null = null;
  #email = '';
  #sessionEndsAt = 0;
  #token: { text: string; until: number } | null = null;
  /** Of the stored user, once signed in. */
  id = '';

  constructor(base: string, clock: Clock) {
    this.#base = base;
    this.#clock = clock;
  }

  /** Signs up through the public API. */
  async signUp(name: string, email: string): Promise<void> {
    await this.#openSession('/api/auth/sign-up/email', { name, email, password: TEST_PASSWORD });
    this.#email = email;
    this.id = (await this.post('/api/users/sync')).body.id;
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.#openSession('/api/auth/sign-in/email', { email, password });
    this.#email = email;
    this.id = (await this.post('/api/users/sync')).body.id;
  }

  async #openSession(path: string, body: unknown): Promise<void> {
    const response = await this.#request('POST', path, body);
    if (response.status !== 200)
      throw new Error(`${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
    this.#cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    this.#token = null;
    this.#sessionEndsAt = this.#clock.now().getTime() + SESSION_LIFETIME_MS;
  }

  /** The same browser at another address. */
  movedTo(base: string): TestClient {
    const moved = new TestClient(base, this.#clock);
    moved.#cookie = this.#cookie;
    moved.#email = this.#email;
    moved.#sessionEndsAt = this.#sessionEndsAt;
    moved.id = this.id;
    return moved;
  }

  /** A token that is valid by the product's clock, renewed as a browser would; null for a visitor. */
  async token(): Promise<string | null> {
    if (this.#cookie === null) return null;
    const now = this.#clock.now().getTime();
    // A user who comes back after months signs in again.
    if (now >= this.#sessionEndsAt)
      await this.#openSession('/api/auth/sign-in/email', { email: this.#email, password: TEST_PASSWORD });
    if (this.#token === null || this.#token.until < now) {
      const { body } = await this.#request('GET', '/api/auth/token', undefined, { cookie: this.#cookie });
      this.#token = { text: body.token, until: now + 4 * 60_000 };
    }
    return this.#token.text;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const token = await this.token();
    return this.#request(method, path, body, {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    });
  }

  async #request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(new URL(path, this.#base), {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': 'Mozilla/5.0 (test)',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    const json = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  }

  /** A socket that is authenticated as this user, also at another process. */
  async connect(address = this.#base): Promise<TestSocket> {
    const socket = await TestSocket.open(address);
    socket.send({ type: 'auth', token: await this.token() });
    await socket.next('auth_success');
    return socket;
  }

  get = (path: string) => this.send('GET', path);
  post = (path: string, body: unknown = {}) => this.send('POST', path, body);
  patch = (path: string, body: unknown) => this.send('PATCH', path, body);
  delete = (path: string) => this.send('DELETE', path);
}

/** The workers of a second one would take its jobs, and its start empties the tables of the first. */
let isSharedDatabaseInUse = false;

export class TestApp {
  readonly app: App;
  readonly database: Database;
  readonly clock: TestClock;
  readonly address: string;
  readonly #dataDir: string;
  #hasShared = false;

  private constructor(app: App, database: Database, clock: TestClock, address: string, dataDir: string) {
    this.app = app;
    this.database = database;
    this.clock = clock;
    this.address = address;
    this.#dataDir = dataDir;
  }

  /**
   * The whole product on an empty database, or on the given one, which the caller closes; its responses are
   * checked against the contract.
   */
  static async start(
    options: Partial<AppOptions> & { variables?: Record<string, string> } = {},
  ): Promise<TestApp> {
    const { variables, ...rest } = options;
    // Apps with a DATABASE_URL are processes of one product, and share it on purpose.
    const isShared = rest.database === undefined && variables?.DATABASE_URL === undefined;
    if (isShared && isSharedDatabaseInUse)
      throw new Error('Give the second app of a file a database: the first one has the shared one');
    const database = rest.database ?? (await createTestDatabase());
    const clock = new TestClock();
    const dataDir = mkdtempSync(join(tmpdir(), 'bookswap-test-'));
    const port = await freePort();
    const config = readConfig({
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      // No test asks a library in the Internet.
      ISBN_LOOKUP: 'off',
      LOG_LEVEL: 'fatal',
      ...variables,
    });
    const forTests = { checkResponses: true, unlimited: true, hashing: { N: 256 } };
    const app = await createApp({ config, database, clock, ...forTests, ...rest });
    // The schedule uses the machine's clock and the product the test's, so tests run due jobs explicitly.
    app.context.jobs.stopSchedule();
    const address = await app.listen();
    if (isShared) isSharedDatabaseInUse = true;
    const lent = rest.database ? { ...database, close: async () => {} } : database;
    const started = new TestApp(app, lent, clock, address, dataDir);
    started.#hasShared = isShared;
    return started;
  }

  /** An app that another server serves at this address, which `stop` does not end. */
  static at(address: string, given: Pick<TestApp, 'app' | 'database' | 'clock'>): TestApp {
    const lent = {
      app: { ...given.app, close: async () => {} },
      database: { ...given.database, close: async () => {} },
    };
    return new TestApp(lent.app, lent.database, given.clock, address, '');
  }

  /** A socket that is not authenticated. */
  openSocket(): Promise<TestSocket> {
    return TestSocket.open(this.address);
  }

  visitor(): TestClient {
    return new TestClient(this.address, this.clock);
  }

  /** A new user, signed up through the public API. */
  async signedInClient(
    name = 'Maya Lindgren',
    email = `${crypto.randomUUID()}@northfield.example`,
  ): Promise<TestClient> {
    const visitor = this.visitor();
    await visitor.signUp(name, email);
    return visitor;
  }

  /** Of all users so far: an unverified email has a smaller daily budget. */
  async verifyEmails(): Promise<void> {
    for (const table of ['users', 'identity_users'])
      await this.database.pool.query(`UPDATE ${table} SET email_verified = true`);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.close();
    if (this.#hasShared) isSharedDatabaseInUse = false;
    if (this.#dataDir !== '') rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
