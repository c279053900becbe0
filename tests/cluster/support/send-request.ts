import type { RequestResult } from './history.ts';
import { PROCESS_HEADER } from './web-proxy.ts';

export type Reply<T> = RequestResult & { body: T; headers: Headers };

type SendRequestOptions = {
  /** Of the product, by way of the proxy. */
  url: string;
  /** The client's IP address. */
  address: string;
  headers?: Record<string, string>;
  body?: unknown;
};

const TIMEOUT_MS = 30_000;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Any response; status 0 for none. */
export async function sendRequest<T>(
  method: string,
  path: string,
  { url, address, headers, body }: SendRequestOptions,
): Promise<Reply<T>> {
  const started = performance.now();
  const toReply = (status: number, received: Headers, content: unknown): Reply<T> => ({
    name: `${method} ${path.replace(ID, ':id')}`,
    status,
    retryAfter: received.get('retry-after'),
    process: received.get(PROCESS_HEADER) ?? '',
    milliseconds: Math.round(performance.now() - started),
    headers: received,
    body: content as T,
  });
  const isFile = body instanceof Blob;
  try {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        'user-agent': 'Mozilla/5.0 (test)',
        'x-forwarded-for': address,
        ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return toReply(response.status, response.headers, isJson ? JSON.parse(text) : text);
  } catch (error) {
    return toReply(0, new Headers(), error);
  }
}
