import { z } from 'zod';
import { accountEndpoints, emailLinkEndpoints, identityEndpoints } from '#features/accounts/contract.ts';
import { administrationEndpoints } from '#features/administration/contract.ts';
import { blockEndpoints } from '#features/blocks/contract.ts';
import { bookEndpoints } from '#features/books/contract.ts';
import { boostEndpoints } from '#features/boosts/contract.ts';
import { conversationEndpoints } from '#features/conversations/contract.ts';
import { courseEndpoints } from '#features/courses/contract.ts';
import { coverageEndpoints } from '#features/coverage/contract.ts';
import { editionEndpoints } from '#features/editions/contract.ts';
import { favoriteEndpoints } from '#features/favorites/contract.ts';
import { slipEndpoints } from '#features/slips/contract.ts';
import { meetingEndpoints } from '#features/meetings/contract.ts';
import { moderationEndpoints } from '#features/moderation/contract.ts';
import { noticeEndpoints } from '#features/notices/contract.ts';
import { notificationEndpoints } from '#features/notifications/contract.ts';
import { paymentEndpoints } from '#features/payments/contract.ts';
import { photoEndpoints } from '#features/photos/contract.ts';
import { priceEndpoints } from '#features/prices/contract.ts';
import { profileEndpoints } from '#features/profiles/contract.ts';
import { reportEndpoints } from '#features/reports/contract.ts';
import { neighborEndpoints } from '#features/neighbors/contract.ts';
import { reviewEndpoints } from '#features/reviews/contract.ts';
import { subscriptionEndpoints } from '#features/subscriptions/contract.ts';
import { supportEndpoints } from '#features/support/contract.ts';
import { tradeEndpoints } from '#features/trades/contract.ts';
import { transparencyEndpoints } from '#features/transparency/contract.ts';
import { wantedEndpoints } from '#features/wanted/contract.ts';
import { defineEndpoints, type EndpointKey, type EndpointOutput } from '#platform/shared/define-endpoints.ts';

/** Routes of the identity provider, which sets cookies there. */
const identityRoutes = defineEndpoints({
  'GET /api/auth/token': { auth: 'public', summary: '', response: z.object({ token: z.string() }) },
  'POST /api/auth/sign-in/email': { auth: 'public', summary: '', response: z.object({}) },
  'POST /api/auth/sign-up/email': { auth: 'public', summary: '', response: z.object({}) },
  'POST /api/auth/sign-out': { auth: 'public', summary: '', response: z.object({}) },
});

const endpoints = {
  ...identityRoutes,
  ...accountEndpoints,
  ...emailLinkEndpoints,
  ...identityEndpoints,
  ...administrationEndpoints,
  ...blockEndpoints,
  ...bookEndpoints,
  ...boostEndpoints,
  ...conversationEndpoints,
  ...courseEndpoints,
  ...coverageEndpoints,
  ...editionEndpoints,
  ...favoriteEndpoints,
  ...slipEndpoints,
  ...meetingEndpoints,
  ...moderationEndpoints,
  ...neighborEndpoints,
  ...noticeEndpoints,
  ...notificationEndpoints,
  ...paymentEndpoints,
  ...photoEndpoints,
  ...priceEndpoints,
  ...profileEndpoints,
  ...reportEndpoints,
  ...reviewEndpoints,
  ...subscriptionEndpoints,
  ...supportEndpoints,
  ...tradeEndpoints,
  ...transparencyEndpoints,
  ...wantedEndpoints,
};
type Endpoints = typeof endpoints;
type Key = keyof Endpoints & EndpointKey;

export type FakeRequest = { key: Key; params: string[]; query: URLSearchParams; body: unknown };

type Output<K extends Key> = EndpointOutput<Endpoints[K]>;
type Answer<K extends Key> =
  | Output<K>
  | ((request: FakeRequest) => Output<K> | Response | Promise<Output<K> | Response>);

/** What the server answers, by endpoint: an output of the contract, or a function that returns one. */
export type Answers = { [K in Key]?: Answer<K> };

/** Endpoints without parameters come first: `/api/books/count` is no id. */
const patterns = (Object.keys(endpoints) as Key[])
  .toSorted((one, other) => one.split(':').length - other.split(':').length)
  .map((key) => ({ key, pattern: new RegExp(`^${key.replaceAll(/:\w+/g, '([^/]+)')}$`) }));

/** A refusal of the server, as a problem document. */
export const refuse = (status: number, code = '', detail = 'Not now.', more: object = {}): Response =>
  Response.json(
    { type: 'about:blank', title: 'Error', status, code, detail, ...more },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

/** Home asks for it, and only once where there is no other campus. */
const ofEveryCampus: Answers = { 'GET /api/neighbors/listings': { isAlone: true, neighbors: [] } };

/** Answers what the test says, in the types of the contract. It is away while `isDown`. */
export class FakeServer {
  answers: Answers;
  readonly requests: FakeRequest[] = [];
  /** Requests that no test has an answer for. */
  readonly unanswered: string[] = [];
  isDown = false;

  constructor(answers: Answers) {
    this.answers = { ...ofEveryCampus, ...answers };
  }

  /** The bodies of the requests of an endpoint. */
  sent(key: Key): unknown[] {
    return this.requests.filter((request) => request.key === key).map(({ body }) => body);
  }

  readonly fetch = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    if (this.isDown) throw new TypeError('fetch failed');
    if (init.method === 'HEAD') return new Response(null);
    const call = `${init.method ?? 'GET'} ${pathname}`;
    for (const { key, pattern } of patterns) {
      const match = pattern.exec(call);
      if (match === null) continue;
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      const request = { key, params: match.slice(1).map(decodeURIComponent), query: searchParams, body };
      this.requests.push(request);
      const answer = this.answers[key] as unknown;
      if (answer === undefined) break;
      const data: unknown = typeof answer === 'function' ? await answer(request) : answer;
      return data instanceof Response ? data.clone() : Response.json(data);
    }
    this.unanswered.push(call);
    return refuse(501);
  };
}
