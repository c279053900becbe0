import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRequestLimit } from '#app/server/limits/limit-requests.ts';
import { toPoints } from '#app/server/limits/request-costs.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { type TestAccounts, openTestAccounts } from '../support/server/test-accounts.ts';

/** Each request counts several times, so that fewer use up the points of a user. */
const MOST_REQUESTS = 200;
const TIMES = Math.ceil(2_400 / toPoints('GET /api/auth/token') / MOST_REQUESTS);

let accounts: TestAccounts;
/** The counted key: a session, or an IP address. */
let counted: string[] = [];
beforeAll(async () => {
  const limit = createRequestLimit(new SharedRateLimiter({ now: () => new Date(0) }));
  accounts = await openTestAccounts({
    limit: async (key, actor, caller) => {
      counted.push(actor?.id ?? caller.ip);
      for (let time = 0; time < TIMES; time += 1) await limit(key, actor, caller);
    },
  });
});
afterAll(() => accounts.close());

const ask = (cookie?: string, what = 'token') =>
  accounts.ask('GET', `/api/auth/${what}`, { ...(cookie !== undefined && { cookie }) });

it('a session that requests tokens without end is limited; others at its IP address are not', async () => {
  const { cookie } = await accounts.signUp();
  const other = await accounts.signUp({ email: 'other@northfield.edu' });
  // More than a user's tabs need.
  for (let time = 0; time < 100; time += 1) expect((await ask(cookie)).statusCode).toBe(200);
  let last = await ask(cookie);
  for (let time = 0; last.statusCode === 200 && time < MOST_REQUESTS; time += 1)
    last = await ask(cookie, time % 2 === 0 ? 'get-session' : 'token');
  expect([last.statusCode, last.json().code]).toEqual([429, 'too-many-requests']);
  expect(last.headers['content-type']).toMatch('application/problem+json');
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  for (const what of ['get-session', 'token']) {
    expect((await ask(cookie, what)).statusCode).toBe(429);
    expect((await ask(other.cookie, what)).statusCode).toBe(200);
  }
  expect((await ask()).statusCode).toBe(401);
});

it('a session counts once, however its cookie is written; an invented one counts for its IP address', async () => {
  const { cookie } = await accounts.signUp({ email: 'third@northfield.edu' });
  const whoIs = async (written?: string) => {
    counted = [];
    const { statusCode } = await ask(written);
    return [statusCode, ...counted];
  };
  const [name, value] = cookie
    .split('; ')
    .find((pair) => pair.includes('session_token'))!
    .split('=');
  const [, session] = await whoIs(cookie);
  expect(session).not.toContain(decodeURIComponent(value!).split('.')[0]);
  for (const same of [
    `${name}="${value}"`,
    `a=b;${name}= ${value} ;c`,
    `${name}=${decodeURIComponent(value!)}`,
  ])
    expect([same, ...(await whoIs(same))]).toEqual([same, 200, session]);
  const invented = [
    `${name}=x${value}`,
    `${name}=${value!.slice(0, 20)}`,
    `${name}=%`,
    `${name}=`,
    'a=b',
    '',
    undefined,
  ];
  for (const written of invented)
    expect([written, ...(await whoIs(written))]).toEqual([written, 401, '127.0.0.1']);
});
