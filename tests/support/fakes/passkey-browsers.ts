import type { FastifyInstance } from 'fastify';
import { beforeEach } from 'vitest';
import type { SoftPasskey } from './soft-passkey.ts';
import { TEST_ORIGIN, toCookieHeader, setUpTestAccounts } from '#tests/support/server/test-accounts.ts';

/** A browser that is signed in, or not. */
export type TestBrowser = { cookie: string; token?: string };

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

export const visitor: TestBrowser = { cookie: '' };
/** The outcome of a passkey that is not accepted. */
export const notAccepted = [401, 'passkey-not-accepted'];

const withCookies = (cookie: string, more: string) => [cookie, more].filter((text) => text !== '').join('; ');

/** Browsers with passkeys, which send requests with cookie and token. */
export class PasskeyBrowsers {
  readonly #server: { http: FastifyInstance };
  readonly #host: string;

  constructor(server: { http: FastifyInstance; publicUrl?: string }) {
    this.#server = server;
    this.#host = new URL(server.publicUrl ?? TEST_ORIGIN).host;
  }

  /** Where browsers have passkeys: not at the IP address. */
  get origin(): string {
    return `http://${this.#host.replace('127.0.0.1', 'localhost')}`;
  }

  send({ cookie, token }: TestBrowser, method: Method, url: string, payload?: object) {
    const headers = {
      host: this.#host,
      ...(cookie !== '' && { cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return this.#server.http.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  }

  post = (browser: TestBrowser, path: string, body: object = {}) =>
    this.send(browser, 'POST', `/api/auth/${path}`, body);

  /** With a token of its session. */
  async withToken(cookie: string): Promise<TestBrowser & { token: string }> {
    const response = await this.send({ cookie }, 'GET', '/api/auth/token');
    return { cookie, token: response.json().token };
  }

  async signIn(email: string, password: string) {
    return this.withToken(toCookieHeader(await this.post(visitor, 'sign-in/email', { email, password })));
  }

  /** Asks for a challenge. The returned function stores a passkey with it, unless it was refused. */
  async begin(browser: TestBrowser, device: SoftPasskey, password?: string) {
    const options = await this.post(browser, 'passkey/register-options', { password });
    if (options.statusCode !== 200) return async () => options;
    const credential = device.create(options.json());
    return (from = browser, change = (created: typeof credential): object => created) => {
      const cookie = withCookies(from.cookie, toCookieHeader(options));
      const body = { name: 'My phone', response: change(credential) };
      return this.post({ ...from, cookie }, 'passkey/register', body);
    };
  }

  async register(browser: TestBrowser, device: SoftPasskey, password?: string) {
    return (await this.begin(browser, device, password))();
  }

  async use(browser: TestBrowser, device: SoftPasskey, path = 'sign-in/passkey') {
    const options = await this.post(browser, 'passkey/options');
    const cookie = withCookies(browser.cookie, toCookieHeader(options));
    return this.post({ ...browser, cookie }, path, { response: device.get(options.json()) });
  }
}

/** For each test: accounts, and browsers with passkeys at them. */
export function setUpPasskeyBrowsers(options: { adminEmails?: string[] } = {}) {
  const accounts = setUpTestAccounts(options);
  // Better Auth writes the times of sessions by the clock of the machine.
  beforeEach(() => accounts.clock.advance(Date.now() - accounts.clock.now().getTime()));
  const isAdmin = async ({ token }: TestBrowser) =>
    (await accounts.authenticate({
      ip: '',
      userAgent: '',
      authorization: `Bearer ${token}`,
      language: 'en' as const,
    }))!.roles.includes('admin');
  return { accounts, browsers: new PasskeyBrowsers(accounts), isAdmin };
}
