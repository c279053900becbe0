import { randomUUID } from 'node:crypto';
import { type Reply, sendRequest } from './send-request.ts';

const PASSWORD = 'correct horse battery';
/** Tokens last five minutes. */
const TOKEN_USE_MS = 3 * 60_000;

/** A user with a session, and an IP address of their own. */
export class Student {
  readonly name: string;
  readonly address: string;
  readonly #url: string;
  #cookie = '';
  #token: { text: string; until: number } | null = null;
  id = '';

  constructor(name: string, options: { url: string; address: string }) {
    this.name = name;
    this.#url = options.url;
    this.address = options.address;
  }

  async signUp(): Promise<this> {
    const body = { name: this.name, email: `${randomUUID()}@northfield.example`, password: PASSWORD };
    const reply = await sendRequest('POST', '/api/auth/sign-up/email', { ...this.#place, body });
    if (reply.status !== 200) throw new Error(`No sign-up: ${reply.status} ${JSON.stringify(reply.body)}`);
    const lines = reply.headers.getSetCookie();
    this.#cookie = lines.map((line) => line.split(';')[0]).join('; ');
    this.id = (await this.call<{ id: string }>('POST', '/api/users/sync', {})).id;
    return this;
  }

  /** Throws while there is none. */
  async token(): Promise<string> {
    if (this.#token === null || this.#token.until < performance.now()) {
      const headers = { cookie: this.#cookie };
      const reply = await sendRequest<{ token: string }>('GET', '/api/auth/token', {
        ...this.#place,
        headers,
      });
      if (reply.status !== 200) throw new Error(`No token: ${reply.status}`);
      this.#token = { text: reply.body.token, until: performance.now() + TOKEN_USE_MS };
    }
    return this.#token.text;
  }

  forgetToken(): void {
    this.#token = null;
  }

  /** The body of a response that is a success. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await this.request<T>(method, path, body);
    if (reply.status < 200 || reply.status >= 400)
      throw new Error(`${reply.name}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  async request<T>(method: string, path: string, body?: unknown, url = this.#url): Promise<Reply<T>> {
    const headers = { authorization: `Bearer ${await this.token()}` };
    return sendRequest(method, path, { ...this.#place, url, headers, body });
  }

  get #place() {
    return { url: this.#url, address: this.address };
  }
}
