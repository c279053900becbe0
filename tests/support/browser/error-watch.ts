/** Fails a journey on console errors, failed requests and error responses. */
import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test';

/** The browser repeats what the page logs about an error response, without method and status. */
const REPEATED_ERROR = /^Failed to load resource:/;
/** The page canceled the request itself, because it was left or needs other data by now. */
const CANCELED_REQUEST = 'net::ERR_ABORTED';
/** The same of a socket that was still connecting. */
const CANCELED_SOCKET = /^console WebSocket connection to \S+ failed: WebSocket is closed before/;
/** Another journey deleted a listing, and this page refetches it after the event. */
const DELETED_LISTING_REQUEST = /^404 GET \/api\/books\/[0-9a-f-]{36}$/;
/** The response for an ISBN that no source knows. */
const UNKNOWN_EDITION = /^404 GET \/api\/editions\//;
/** Only its own journeys let the interstitial appear. */
const BLOCKED_SERVICE_WORKER = /^console Service Worker registration blocked by Playwright$/;

/** Hosts of servers that a journey has ended: pages that are still open lose their connections. */
const ended = new Set<string>();

/** From now on nothing counts that fails because this server is gone. */
export function ignoreServer(url: string): void {
  ended.add(new URL(url).host);
}

/** Collects errors in the contexts that it watches. A journey allows those that it provokes. */
export class ErrorWatch {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [
    CANCELED_SOCKET,
    DELETED_LISTING_REQUEST,
    UNKNOWN_EDITION,
    BLOCKED_SERVICE_WORKER,
  ];

  /**
   * A line looks like `500 GET /api/books?search=x`, `failed GET /api/books`, `console Something`, `thrown
   * Error: …`.
   */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  over(context: BrowserContext): void {
    context.on('console', (message) => this.#console(message));
    context.on('weberror', (error) => this.#note(`thrown ${String(error.error())}`));
    context.on('requestfailed', (request) => this.#failed(request));
    context.on('response', (response) => {
      if (response.status() >= 400) this.#note(`${response.status()} ${nameOf(response.request())}`);
    });
  }

  /** The errors that were not allowed. */
  get trouble(): string[] {
    return this.#seen.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
  }

  #console(message: ConsoleMessage): void {
    if (!['error', 'warning', 'assert'].includes(message.type()) || REPEATED_ERROR.test(message.text()))
      return;
    if ([...ended].some((host) => message.text().includes(host))) return;
    this.#note(`console ${message.text()}`);
  }

  #failed(request: Request): void {
    if (ended.has(new URL(request.url()).host)) return;
    const why = request.failure()?.errorText ?? '';
    if (why !== CANCELED_REQUEST) this.#note(`failed ${nameOf(request)} ${why}`);
  }

  #note(line: string): void {
    this.#seen.push(line);
  }
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}

/** Counts a page's requests whose `METHOD /path` matches. */
export function countRequests(page: Page, wanted: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (wanted.test(nameOf(request))) count += 1;
  });
  return () => count;
}
