import { type TestAccounts, TEST_ORIGIN, toCookieHeader } from '../server/test-accounts.ts';
import type { FakeOidcProvider } from './fake-oidc-provider.ts';

/** For tests: somebody's browser, which signs in through the university; its cookies here and there. */
export class OidcTestBrowser {
  cookie = '';
  #there = '';
  readonly #door: TestAccounts;
  readonly #campus: FakeOidcProvider;

  constructor(door: TestAccounts, campus: FakeOidcProvider) {
    this.#door = door;
    this.#campus = campus;
  }

  /** Sets off; answers where the university is told of it. */
  async setOff(): Promise<URL> {
    const answer = await this.#door.ask('GET', '/api/auth/campus');
    this.cookie = toCookieHeader(answer);
    return new URL(answer.headers.location!, TEST_ORIGIN);
  }

  /** Signs in there; answers the address to which it is sent back. */
  async signInThere(question: URL, sub: string): Promise<string> {
    const atLogin = await this.#ask(question.href);
    const answered = await this.#ask(`${atLogin}?as=${sub}`);
    return this.#ask(answered);
  }

  async comeBack(back: string, cookie = this.cookie): Promise<string> {
    const { pathname, search } = new URL(back);
    const answer = await this.#door.ask('GET', pathname + search, { cookie });
    this.cookie = toCookieHeader(answer);
    return answer.headers.location!;
  }

  /** The whole way; answers the address it ends at. */
  async signIn(sub: string): Promise<string> {
    return this.comeBack(await this.signInThere(await this.setOff(), sub));
  }

  /** Who this is, by the token. */
  async person() {
    const token = await this.#door.tokenOf(this.cookie);
    return (await this.#door.ask('POST', '/api/users/sync', { token, body: {} })).json();
  }

  async #ask(url: string): Promise<string> {
    const response = await fetch(new URL(url, this.#campus.issuer), {
      redirect: 'manual',
      headers: { cookie: this.#there },
    });
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0]!);
    this.#there = [...this.#there.split('; ').filter(Boolean), ...set].join('; ');
    return response.headers.get('location') ?? `${response.status} ${await response.text()}`;
  }
}
