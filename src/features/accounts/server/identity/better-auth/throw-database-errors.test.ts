import { afterEach, expect, it, vi } from 'vitest';
import { outcome, setUpTestAccounts } from '#tests/support/server/test-accounts.ts';

const accounts = setUpTestAccounts();
afterEach(() => vi.restoreAllMocks());

/** Every statement outside of a transaction fails. */
function failStatements(error: Error & { code?: string }): void {
  vi.spyOn(accounts.context.database.pool, 'query').mockImplementation(async () => {
    throw error;
  });
}
const unavailable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it.each([
  ['GET', 'token'],
  ['GET', 'get-session'],
  ['POST', 'sign-out'],
] as const)(
  'answers %s %s with 503 while the database is away, and keeps the cookie',
  async (method, name) => {
    const { cookie } = await accounts.signUp();
    failStatements(unavailable());
    const response = await accounts.ask(method, `/api/auth/${name}`, { cookie });
    expect(outcome(response)).toEqual([503, 'service-unavailable']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers['set-cookie']).toBeUndefined();
    vi.restoreAllMocks();
    expect(await accounts.tokenStatus(cookie)).toBe(200);
  },
);

it('never takes another error of the database for a missing session', async () => {
  const { cookie } = await accounts.signUp();
  failStatements(Object.assign(new Error('permission denied'), { code: '42501' }));
  expect(await accounts.tokenStatus(cookie)).toBe(500);
});

it('answers a bearer token with 503 while the database is away', async () => {
  const { token } = await accounts.signUp();
  failStatements(unavailable());
  expect(outcome(await accounts.sync(token))).toEqual([503, 'service-unavailable']);
});
