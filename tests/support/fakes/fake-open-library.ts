import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Details = Record<string, unknown>;

/** Open Library's book API on this machine: answers in its shape, and fails in its ways. */
export class FakeOpenLibrary {
  readonly url: string;
  /** The ISBNs of each request, with its User-Agent. */
  readonly requests: { isbns: string[]; userAgent: string }[] = [];
  /** The records by ISBN. */
  readonly editions = new Map<string, Details>();
  /** Answers a request instead of the library; a test that never ends the response makes it slow. */
  misbehave: ((response: ServerResponse) => void) | null = null;
  /** Called with each request, before its answer. */
  before: () => Promise<void> = () => Promise.resolve();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<FakeOpenLibrary> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const library = new FakeOpenLibrary(server);
    server.on('request', async (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, library.url);
      const keys = (searchParams.get('bibkeys') ?? '').split(',');
      const isbns = keys.map((key) => key.replace('ISBN:', ''));
      library.requests.push({ isbns, userAgent: request.headers['user-agent'] ?? '' });
      await library.before();
      if (library.misbehave !== null) return library.misbehave(response);
      const isKnownCall = pathname === '/api/books' && searchParams.get('jscmd') === 'details';
      if (!isKnownCall || searchParams.get('format') !== 'json') return void response.writeHead(404).end();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(Object.fromEntries(isbns.flatMap((isbn) => library.#entryOf(isbn)))));
    });
    return library;
  }

  #entryOf(isbn: string): [string, Details][] {
    const details = this.editions.get(isbn);
    if (details === undefined) return [];
    const key = `ISBN:${isbn}`;
    const url = `${this.url}/books/OL1M`;
    return [[key, { bib_key: key, info_url: url, preview: 'noview', preview_url: url, details }]];
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
