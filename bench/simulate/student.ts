import { randomUUID } from 'node:crypto';
import { type Agent, fetch } from 'undici';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#features/live/contract.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const TOKEN_LIFETIME_MS = 4 * 60_000;

/** A response that is not the expected one: 429 is a limit, everything else an error. */
export class UnexpectedStatus extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

export type Deployment = { urls: readonly string[]; agent: Agent; signal: AbortSignal };

/** An account of the simulation at one process of the deployment, which plays many students. */
export class Student {
  readonly url: string;
  /** A conversation about the book of another student, once opened. */
  conversationId: string | undefined;
  bookId = '';
  readonly #deployment: Deployment;
  #cookie = '';
  #token: { text: Promise<string>; until: number } | null = null;

  constructor(deployment: Deployment, index: number) {
    this.#deployment = deployment;
    this.url = deployment.urls[index % deployment.urls.length]!;
  }

  async signUp(): Promise<void> {
    const email = `simulated-${randomUUID()}@simulation.example`;
    const body = { name: 'A Simulated Student', email, password: randomUUID() };
    const response = await this.#fetch('POST', '/api/auth/sign-up/email', { body: JSON.stringify(body) });
    this.#cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    await this.call('POST', '/api/users/sync', {});
  }

  /** A page or a public endpoint, as a visitor. */
  async visit(path: string): Promise<void> {
    await (await this.#fetch('GET', path)).text();
  }

  /** Throws UnexpectedStatus unless the response is 2xx. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the caller knows the type of the response
  async call(method: string, path: string, body?: object): Promise<any> {
    const response = await this.#fetch(method, path, {
      authorization: await this.#bearer(),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Returns the photo's address in a listing. */
  async upload(photo: ArrayBuffer): Promise<string> {
    const { uploadURL, url } = await this.call('POST', '/api/objects/upload');
    // The address names the deployment's public host, which may be another one.
    const { pathname, search } = new URL(uploadURL);
    await (await this.#fetch('PUT', pathname + search, { body: photo, type: 'image/jpeg' })).text();
    return url;
  }

  /** An authenticated socket. */
  async connect(): Promise<WebSocket> {
    const token = await this.#currentToken();
    return new Promise((resolve, reject) => {
      const address = `${this.url.replace('http', 'ws')}/ws`;
      const socket = new WebSocket(address, {
        perMessageDeflate: false,
        handshakeTimeout: REQUEST_TIMEOUT_MS,
      });
      const refuse = (reason: string) => {
        reject(new Error(`socket ${reason}`));
        socket.terminate();
      };
      socket.on('error', ({ message }) => refuse(message));
      socket.once('close', (code) => refuse(`closed with ${code}`));
      socket.once('open', () => socket.send(JSON.stringify({ type: 'auth', token })));
      socket.once('message', (data) => {
        const said = JSON.parse(String(data)) as ServerMessage;
        if (said.type === 'auth_success') resolve(socket);
        else refuse(said.type === 'error' ? said.code : said.type);
      });
    });
  }

  async #bearer(): Promise<string> {
    return `Bearer ${await this.#currentToken()}`;
  }

  /** Renewed as a browser would; concurrent requests share one renewal. */
  #currentToken(): Promise<string> {
    const now = performance.now();
    if (this.#token === null || this.#token.until < now) {
      const text = this.#fetch('GET', '/api/auth/token', { cookie: this.#cookie })
        .then((response) => response.json())
        .then((body) => (body as { token: string }).token);
      this.#token = { text, until: now + TOKEN_LIFETIME_MS };
      text.catch(() => (this.#token = null));
    }
    return this.#token.text;
  }

  async #fetch(
    method: string,
    path: string,
    given: { body?: string | ArrayBuffer; type?: string; authorization?: string; cookie?: string } = {},
  ) {
    const { body, type = 'application/json', ...headers } = given;
    const { agent, signal } = this.#deployment;
    const response = await fetch(this.url + path, {
      method,
      dispatcher: agent,
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      headers: {
        'accept-encoding': 'gzip',
        'user-agent': 'Mozilla/5.0 (bookswap simulation)',
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    if (response.ok) return response;
    await response.text();
    throw new UnexpectedStatus(response.status);
  }
}
