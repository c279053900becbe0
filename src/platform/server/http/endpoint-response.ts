import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Endpoint,
  type EndpointKey,
  endpointUrl,
  type Page,
} from '#platform/shared/define-endpoints.ts';
import { keepUncached } from './cache/response-cache.ts';

type Cookies = { sent: string | undefined; set(line: string): void };

export type ReplyControls = {
  cookies: Cookies;
  /** Prevents caching of a response that is less than what was requested. */
  keepUncached: () => void;
  /** Lets browsers and proxies cache a public response without revalidation. */
  cacheForSeconds: (seconds: number) => void;
  reportNoChange: () => void;
};

export const toReplyControls = ({ headers }: FastifyRequest, reply: FastifyReply): ReplyControls => ({
  cookies: { sent: headers.cookie, set: (line: string) => void reply.header('set-cookie', line) },
  keepUncached: () => keepUncached(reply),
  cacheForSeconds: (seconds: number) => void reply.header('cache-control', `public, max-age=${seconds}`),
  reportNoChange: () => void (reply.hasChangedNothing = true),
});

/** The controls of an in-process call, which has no HTTP response. */
export const noControls: ReplyControls = {
  cookies: { sent: undefined, set: () => {} },
  keepUncached: () => {},
  cacheForSeconds: () => {},
  reportNoChange: () => {},
};

export function checkResponse(key: EndpointKey, endpoint: Endpoint, response: unknown): unknown {
  // The response in its JSON form: dates are text, undefined is absent.
  const wire: unknown = JSON.parse(JSON.stringify(response));
  const checked = endpoint.response.safeParse(wire);
  if (!checked.success)
    throw new Error(`The response of ${key} violates its contract: ${checked.error.message}`);
  return response;
}

export const pageData = ({ items: data, ...page }: Page<unknown>) => ({ data, ...page });

/** The next page for the Link header (RFC 8288), from the parsed input: a cached response is sent to others. */
export function nextLink(key: EndpointKey, params: unknown, query: unknown, cursor: string): string {
  const { path } = endpointUrl(key, { params, query: { ...(query as object), cursor } });
  return `<${path}>; rel="next"`;
}
