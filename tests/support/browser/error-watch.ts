/** What must not happen in a journey: errors in the console, failed requests, answers that are errors. */
import type { BrowserContext, ConsoleMessage, Page, Request } from '@playwright/test';

/** What the page says about a bad answer is said again by the browser, without the method and the status. */
const saidTwice = /^Failed to load resource:/;
/** The page itself has given a request up: it was left, or asks something else by now. */
const givenUp = 'net::ERR_ABORTED';
/** Another journey has deleted a listing, and this page looks for what it is told has changed. */
const deletedElsewhere = /^404 GET \/api\/books\/[0-9a-f-]{36}$/;
/** Only the journeys about it let it in. */
const noServiceWorker = /^console Service Worker registration blocked by Playwright$/;

/** Collects what goes wrong in the contexts it watches. A journey says what it means to provoke. */
export class ErrorWatch {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [deletedElsewhere, noServiceWorker];

  /** One line looks like `500 GET /api/books?search=x`, `failed GET /api/books`, `console Something`, `thrown Error: …`. */
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

  /** What was seen and not allowed. */
  get trouble(): string[] {
    return this.#seen.filter((line) => !this.#allowed.some((pattern) => pattern.test(line)));
  }

  #console(message: ConsoleMessage): void {
    if (!['error', 'warning', 'assert'].includes(message.type()) || saidTwice.test(message.text())) return;
    this.#note(`console ${message.text()}`);
  }

  #failed(request: Request): void {
    const why = request.failure()?.errorText ?? '';
    if (why !== givenUp) this.#note(`failed ${nameOf(request)} ${why}`);
  }

  #note(line: string): void {
    this.#seen.push(line);
  }
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}

/** Counts the requests of a page whose `METHOD /path` matches. */
export function countRequests(page: Page, wanted: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (wanted.test(nameOf(request))) count += 1;
  });
  return () => count;
}
