/**
 * Stands between one browser and the product, at a separate address. It notes error responses and what the
 * pages report, and can be cut. Neither engine reports all of that to its driver.
 */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { freePort } from '#tests/support/server/free-port.ts';
import { PAGE_WATCH, REPORT_PATH } from './page-watch.ts';

/** Opens a page with the cookies of a session: `?to=/path`. */
const ENTER_PATH = '/engine-enter';

const watchHash = `'sha256-${createHash('sha256').update(PAGE_WATCH).digest('base64')}'`;

export class Relay {
  readonly url: string;
  readonly #product: URL;
  readonly #server = createServer((incoming, response) => void this.#answer(incoming, response));
  readonly #sockets = new Set<Duplex>();
  readonly #troubles: string[] = [];
  /** The document for what is not saved needs no other file, and names no icon. */
  readonly #allowed: RegExp[] = [/^404 GET \/favicon\.ico$/];
  #cookies: readonly string[] = [];
  #isCut = false;

  private constructor(product: string, url: string) {
    this.#product = new URL(product);
    this.url = url;
  }

  /** At a free address, unless there is one that it must have. */
  static async start(product: string, url?: string): Promise<Relay> {
    const port = url === undefined ? await freePort() : Number(new URL(url).port);
    const relay = new Relay(product, url ?? `http://127.0.0.1:${port}`);
    relay.#server.on('connection', (socket) => relay.#keep(socket));
    relay.#server.on('upgrade', (incoming, socket, head) => relay.#upgrade(incoming, socket, head));
    await new Promise<void>((resolve) => relay.#server.listen(port, '127.0.0.1', resolve));
    return relay;
  }

  /** The address that opens a page as the user of these `Set-Cookie` lines. */
  enter(path: string, cookies: readonly string[]): string {
    this.#cookies = cookies;
    return `${this.url}${ENTER_PATH}?to=${encodeURIComponent(path)}`;
  }

  /** A line looks like `500 GET /api/books`, `console …`, `thrown …`, `rejected …`, `policy …`. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** What was not allowed. */
  get troubles(): string[] {
    return this.#troubles.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
  }

  /** Those that match, allowed or not. */
  seen(pattern: RegExp): string[] {
    return this.#troubles.filter((line) => pattern.test(line));
  }

  /** From now on the product cannot be reached. */
  cut(isCut: boolean): void {
    this.#isCut = isCut;
    if (isCut) for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', this.url);
    if (pathname === REPORT_PATH) {
      this.#troubles.push(String(await readAll(incoming)));
      response.writeHead(204).end();
    } else if (this.#isCut) incoming.socket.destroy();
    else if (pathname === ENTER_PATH) {
      const to = searchParams.get('to') ?? '/';
      response.writeHead(302, { location: to, 'set-cookie': [...this.#cookies] }).end();
    } else this.#forward(incoming, response);
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const outgoing = request({ ...this.#place(incoming), headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      if (status >= 400) this.#troubles.push(`${status} ${incoming.method} ${incoming.url}`);
      if (answer.headers['content-type']?.startsWith('text/html')) void sendDocument(answer, response);
      else {
        response.writeHead(status, answer.headers);
        answer.pipe(response);
      }
    });
    outgoing.on('error', () => incoming.socket.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#isCut) return void socket.destroy();
    const product = connect(Number(this.#product.port), this.#product.hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [],
      );
      product.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      product.write(head);
      socket.pipe(product).pipe(socket);
    });
    this.#keep(product);
    for (const end of [socket, product]) {
      end.on('error', () => {});
      end.on('close', () => (end === socket ? product : socket).destroy());
    }
  }

  #place({ method, url }: IncomingMessage) {
    return { host: this.#product.hostname, port: this.#product.port, method, path: url };
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

/** Adds the watch to the page, and its hash to the policy. */
async function sendDocument(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = String(await readAll(answer)).replace('<head>', `<head><script>${PAGE_WATCH}</script>`);
  const { 'content-length': _, 'content-security-policy': policy, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 0, {
    ...headers,
    'content-length': Buffer.byteLength(page),
    ...(policy !== undefined && {
      'content-security-policy': String(policy).replace('script-src ', `script-src ${watchHash} `),
    }),
  });
  response.end(answer.headers['content-length'] === '0' ? undefined : page);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
