import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { afterEach, beforeEach } from 'vitest';
import type { QueueLimits } from '#platform/server/concurrency/bounded-queue.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { TestClock } from './test-clock.ts';
import { createTestContext } from './test-context.ts';
import { createTestDatabase } from './test-database.ts';
import { type Accounts, type AccountsOptions, mountAccounts } from '#features/accounts/server/mount.ts';
import { attachProfileImage } from '#features/photos/server/attach-profile-image.ts';
import { sessionsEnded, userChanged } from '#features/accounts/server/account-events.ts';

export const TEST_ORIGIN = 'http://127.0.0.1:3000';

/**
 * The accounts feature alone, over real HTTP and on a real database, for tests. The clock stands still until
 * a test moves it.
 */
export type TestAccounts = Accounts & {
  http: FastifyInstance;
  context: ServerContext;
  clock: TestClock;
  /** The ids of users who have changed, and of those whose sessions were revoked. */
  changed: string[];
  ended: string[];
  /** The emails that would be sent. */
  mailed: EmailMessage[];
  ask: Ask;
  /** POST below `/api/auth`. */
  post(path: string, body?: object, options?: Omit<AskOptions, 'body'>): Promise<LightMyRequestResponse>;
  sync(token: string, body?: object): Promise<LightMyRequestResponse>;
  query: Pool['query'];
  verifyEmails(): Promise<unknown>;
  /** The token of the newest emailed link. */
  mailedToken(): string;
  signUp(person?: Partial<typeof student>, from?: string): Promise<{ cookie: string; token: string }>;
  signIn(
    person?: Partial<typeof student>,
    options?: Omit<AskOptions, 'body'>,
  ): Promise<LightMyRequestResponse>;
  tokenOf(cookie: string): Promise<string>;
  /** The status of a request for a token: 401 without a session. */
  tokenStatus(cookie: string): Promise<number>;
  close(): Promise<void>;
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type AskOptions = {
  body?: unknown;
  cookie?: string;
  token?: string;
  headers?: Record<string, string>;
  from?: string;
};
type Ask = (method: Method, url: string, options?: AskOptions) => Promise<LightMyRequestResponse>;

export const student = { name: 'Maya Ross', email: 'maya.ross@northfield.edu', password: 'correct horse' };

type TestAccountsOptions = Partial<AccountsOptions> & {
  publicUrl?: string;
  secretKey?: string;
  passwordQueue?: Partial<QueueLimits>;
  /** A second process on the same database and with the same clock. */
  beside?: TestAccounts;
};

/** Opens accounts before each test, and closes them after it. */
export function setUpTestAccounts(options: TestAccountsOptions = {}): TestAccounts {
  const accounts = {} as TestAccounts;
  beforeEach(async () => {
    Object.assign(accounts, await openTestAccounts(options));
  });
  afterEach(() => accounts.close());
  return accounts;
}

export async function openTestAccounts(options: TestAccountsOptions = {}): Promise<TestAccounts> {
  const database = options.beside?.context.database ?? (await createTestDatabase());
  const clock = options.beside?.clock ?? new TestClock();
  const { context, http, mailed } = await createTestContext({
    database,
    clock,
    authenticate: (caller) => accounts.authenticate(caller),
    secretKey: options.secretKey,
    passwordQueue: options.passwordQueue,
    publicUrl: options.publicUrl ?? TEST_ORIGIN,
  });
  const changed: string[] = [];
  context.events.subscribe(userChanged, ({ userId }) => changed.push(userId));
  const ended: string[] = [];
  context.events.subscribe(sessionsEnded, ({ userId }) => ended.push(userId));
  const accounts: Accounts = await mountAccounts(context, {
    adminEmails: [],
    limit: async () => {},
    attachProfileImage,
    ...options,
    hashing: { N: 256, ...options.hashing },
  });
  await http.ready();

  const ask = requestFrom(http);
  const tokenOf = async (cookie: string) =>
    (await ask('GET', '/api/auth/token', { cookie })).json().token as string;
  return {
    ...accounts,
    http,
    context,
    clock,
    changed,
    ended,
    mailed,
    ask,
    post: (path, body = {}, options) => ask('POST', `/api/auth/${path}`, { body, ...options }),
    sync: (token, body = {}) => ask('POST', '/api/users/sync', { token, body }),
    query: database.pool.query.bind(database.pool),
    verifyEmails: () => database.pool.query('UPDATE identity_users SET email_verified = true'),
    mailedToken: () => /token=([\w-]{43})\n/.exec(mailed.at(-1)!.text)![1]!,
    tokenOf,
    tokenStatus: async (cookie) => (await ask('GET', '/api/auth/token', { cookie })).statusCode,
    signIn: (person, options) =>
      ask('POST', '/api/auth/sign-in/email', { body: { ...student, ...person }, ...options }),
    async signUp(person = {}, from) {
      const body = { ...student, ...person };
      const answer = await ask('POST', '/api/auth/sign-up/email', { body, ...(from && { from }) });
      if (answer.statusCode !== 200)
        throw new Error(`Signing up failed: ${answer.statusCode} ${answer.body}`);
      const cookie = toCookieHeader(answer);
      return { cookie, token: await tokenOf(cookie) };
    },
    close: () => http.close(),
  };
}

/** Requests without a network. */
export const requestFrom =
  (http: FastifyInstance): Ask =>
  (method, url, { body, cookie, token, headers, from } = {}) =>
    http.inject({
      method,
      url,
      remoteAddress: from ?? '127.0.0.1',
      headers: {
        host: '127.0.0.1:3000',
        ...(cookie && { cookie }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    });

/** The statuses of responses that came in any order. */
export const sortedStatuses = (responses: readonly { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

/** Status and code of a response. */
export const outcome = (response: { statusCode: number; json(): { code?: string } }) => [
  response.statusCode,
  response.json().code,
];

/** The cookies that a response sets, as a browser returns them. */
export function toCookieHeader(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

/** The cookie by which an account knows a browser, of a response or of a `Cookie` header. */
export const deviceCookie = (from: LightMyRequestResponse | string): string =>
  (typeof from === 'string' ? from : toCookieHeader(from))
    .split('; ')
    .find((pair) => pair.includes('known_device'))!;
