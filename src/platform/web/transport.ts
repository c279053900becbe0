import { currentLocale } from '#platform/shared/texts/locale.ts';
import { t } from '#platform/shared/texts/t.ts';
import { endpointUrl, NEAR_HEADER, type Transport } from '../shared/define-endpoints.ts';
import type { FieldError, ProblemDocument } from '../shared/problem.ts';
import { CACHED_AT_HEADER } from '../shared/cached-at-header.ts';
import { OFFLINE_USER_HEADER } from '../shared/offline-user-header.ts';
import { checkConnection, onReached } from './connection.ts';

/** Thrown for a response with an error status. Its message is '{status}: {detail}'. */
export class ApiError extends Error {
  readonly status: number;
  /** A registered code; empty if the response did not come from the product. */
  readonly code: string;
  readonly detail: string;
  readonly errors: FieldError[];
  /** Seconds. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    problem: Pick<ProblemDocument, 'code' | 'detail' | 'errors'>,
    retryAfter: number | null = null,
  ) {
    super(`${status}: ${problem.detail}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** Provides the token of the current user. Both functions return `null` while signed out. */
export type TokenSource = {
  getToken(): Promise<string | null>;
  /** Returns a newer token than the rejected one. */
  renewToken(refused: string): Promise<string | null>;
  /** The current user, with or without a token: for cached data while offline. It proves nothing. */
  lastKnownUser(): string | null;
  /** The renewed token was rejected, too: the user is no longer known. */
  onTokenRejected(): void;
};

/** The browser's transport. It sends the token, and retries once with a new one after a 401. */
export type BrowserTransport = Transport & { withTokens(tokens: TokenSource): BrowserTransport };

const REQUEST_TIMEOUT_MS = 60_000;

const tokenUnavailable = () =>
  new ApiError(503, {
    code: 'service-unavailable',
    detail: t('platform.problem.service-unavailable'),
  });

export function createBrowserTransport(tokens?: TokenSource): BrowserTransport {
  const transport: Transport = async (key, input, options) => {
    const token = (await tokens?.getToken()) ?? null;
    const user = token === null ? tokens?.lastKnownUser() : null;
    let response = await send(key, input, options, token, user);
    if (response.status === 401 && tokens !== undefined && token !== null) {
      const renewed = await tokens.renewToken(token);
      if (renewed !== null) {
        response = await send(key, input, options, renewed);
        if (response.status === 401) tokens.onTokenRejected();
      }
    }
    // The user is known but the token could not be renewed: an outage, not a reason to sign in again.
    if (response.status === 401 && user != null) throw tokenUnavailable();
    if (!response.ok) throw await errorOf(response);
    const data = await dataOf(response);
    if (isEmptyOfEarlierVisit(data, response)) throw new TypeError('Only an earlier response is saved');
    return {
      data,
      next: cursorOf(response.headers.get('link')),
      ...(response.headers.has(NEAR_HEADER) && { isNear: true as const }),
    };
  };
  return Object.assign(transport, { withTokens: createBrowserTransport });
}

type Sent = [...Parameters<Transport>, token: string | null, user?: string | null];

async function send(...[key, input, options, token, user]: Sent): Promise<Response> {
  const { method, path } = endpointUrl(key, input);
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const sending = fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      // Errors are worded for this page.
      'accept-language': currentLocale().language,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      // Headers allow no other characters.
      ...(user && { [OFFLINE_USER_HEADER]: encodeURIComponent(user) }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    signal: options?.signal ? AbortSignal.any([options.signal, limit]) : limit,
    keepalive: options?.keepalive ?? false,
  });
  try {
    const response = await sending;
    if (response.headers.has(CACHED_AT_HEADER)) await checkConnection();
    else onReached();
    return response;
  } catch (error) {
    if (error instanceof TypeError) await checkConnection();
    throw error;
  }
}

/** Saved before this visit: the list may no longer be empty, so the response counts as not saved. */
const isEmptyOfEarlierVisit = (data: unknown, { headers }: Response): boolean =>
  Array.isArray(data) &&
  data.length === 0 &&
  Number(headers.get(CACHED_AT_HEADER) ?? Infinity) < performance.timeOrigin;

async function dataOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const waiting = Number(response.headers.get('retry-after') ?? NaN);
  return new ApiError(response.status, problemIn(text, response), Number.isNaN(waiting) ? null : waiting);
}

function problemIn(text: string, response: Response): Pick<ProblemDocument, 'code' | 'detail' | 'errors'> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    try {
      return JSON.parse(text) as ProblemDocument;
    } catch {
      // A proxy may have truncated it; the start is still the most useful text.
    }
  }
  return { code: '', detail: text.slice(0, 200) || response.statusText };
}

/** The cursor in `<…?cursor=…>; rel="next"`. */
function cursorOf(link: string | null): string | null {
  const address = /<([^>]+)>; *rel="next"/.exec(link ?? '')?.[1];
  return address === undefined
    ? null
    : new URL(address, 'http://relative.invalid').searchParams.get('cursor');
}
