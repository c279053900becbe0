import { type TestAccounts, TEST_ORIGIN, toCookieHeader } from '../server/test-accounts.ts';
import type { FakeOidcProvider } from './fake-oidc-provider.ts';

/**
 * For tests: a browser that signs in with OpenID Connect, with its cookies of the product and of the
 * provider.
 */
export class OidcTestBrowser {
  cookie = '';
  #providerCookie = '';
  readonly #accounts: Pick<TestAccounts, 'ask'>;
  readonly #provider: FakeOidcProvider;

  constructor(accounts: Pick<TestAccounts, 'ask'>, provider: FakeOidcProvider) {
    this.#accounts = accounts;
    this.#provider = provider;
  }

  /** Starts a sign-in. Returns the authorization URL. */
  async start(): Promise<URL> {
    const response = await this.#accounts.ask('GET', '/api/auth/campus');
    this.cookie = toCookieHeader(response);
    return new URL(response.headers.location!, TEST_ORIGIN);
  }

  /** Signs in at the provider. Returns the callback URL. */
  async signInAtProvider(request: URL, sub: string): Promise<string> {
    const atLogin = await this.#ask(request.href);
    const callback = await this.#ask(`${atLogin}?as=${sub}`);
    return this.#ask(callback);
  }

  async finish(callback: string, cookie = this.cookie): Promise<string> {
    const { pathname, search } = new URL(callback);
    const response = await this.#accounts.ask('GET', pathname + search, { cookie });
    this.cookie = toCookieHeader(response);
    return response.headers.location!;
  }

  /** The whole sign-in. Returns the page that it ends at. */
  async signIn(sub: string): Promise<string> {
    return this.finish(await this.signInAtProvider(await this.start(), sub));
  }

  /** The user whom the token names. */
  async user() {
    const { token } = (await this.#accounts.ask('GET', '/api/auth/token', { cookie: this.cookie })).json();
    return (await this.#accounts.ask('POST', '/api/users/sync', { token, body: {} })).json();
  }

  async #ask(url: string): Promise<string> {
    const response = await fetch(new URL(url, this.#provider.issuer), {
      redirect: 'manual',
      headers: { cookie: this.#providerCookie },
    });
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
    this.#providerCookie = [...this.#providerCookie.split('; ').filter(Boolean), ...set].join('; ');
    return response.headers.get('location') ?? `${response.status} ${await response.text()}`;
  }
}
