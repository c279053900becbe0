import { bookWorks } from '#features/editions/server/public.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { createAccountActions } from '#features/moderation/server/pauses/mount.ts';
import { type Endpoint, type EndpointKey, endpointUrl } from '#platform/shared/define-endpoints.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { whilePaused } from './paused-rules.ts';
import { TestApp, type TestClient } from '../../support/server/test-app.ts';

let app: TestApp;
/** Has all roles, so that nothing but the pause refuses it. */
let paused: TestClient;
let until: Date;
let endpoints: [EndpointKey, Endpoint][];

const EMAIL = 'ruth.adler@northfield.edu';

beforeAll(async () => {
  app = await TestApp.start({ unlimited: true });
  paused = await app.signedInClient('Ruth Adler', EMAIL);
  await app.database.transaction((tx) => grantAdmin(tx, EMAIL));
  const now = app.clock.now();
  until = new Date(now.getTime() + 7 * DAY_MS);
  await app.database.transaction((tx) =>
    createAccountActions({ ...app.app.context, works: bookWorks }).pauseUser(tx, paused.id, until, now),
  );
  const { mounted } = app.app.context.endpoints;
  endpoints = [...mounted].map(([key, { endpoint }]) => [key, endpoint]);
});
afterAll(() => app.stop());

/** A request that finds nothing: the door answers first. */
async function knock(key: EndpointKey): Promise<{ status: number; code: string | undefined; args: unknown }> {
  const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name!, randomUUID()]));
  const { method, path } = endpointUrl(key, { params });
  const { status, body } = await paused.send(method, path, method === 'GET' ? undefined : {});
  return { status, code: body?.code, args: body?.args };
}

it('declares in its contracts what a paused user may change, and nothing else', () => {
  const declared = endpoints.flatMap(([key, endpoint]) =>
    endpoint.whilePaused === undefined ? [] : [[key, endpoint.whilePaused]],
  );
  const mounted = new Set(endpoints.map(([key]) => key));
  const expected = Object.entries(whilePaused).filter(([key]) => mounted.has(key as EndpointKey));
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
});

it('refuses a paused user all else that changes something, and says until when', async () => {
  const closed = endpoints.filter(
    ([key, { auth }]) => !key.startsWith('GET ') && auth !== 'public' && whilePaused[key] === undefined,
  );
  expect(closed.length).toBeGreaterThan(30);
  for (const [key] of closed) {
    const refusal = { status: 403, code: 'account-paused', args: { until: { time: until.toISOString() } } };
    expect({ key, ...(await knock(key)) }).toEqual({ key, ...refusal });
  }
});

it('lets a paused user read, and do what protects or ends', async () => {
  const open = endpoints.filter(
    ([key, { auth }]) => auth !== 'public' && (key.startsWith('GET ') || whilePaused[key] === 'allowed'),
  );
  for (const [key] of open)
    expect({ key, ...(await knock(key)) }).not.toMatchObject({ code: 'account-paused' });
});

it('words the end in the formats of the reader', async () => {
  const refused = await paused.send('POST', '/api/books', {}, { 'accept-language': 'en' });
  expect(refused.body.detail).toMatch(/^Your account is paused until \w+ \d+ at \d+:\d\d [AP]M\. /);
});

it('lets them do everything again at the end, without a job', async () => {
  app.clock.advance(7 * DAY_MS - 1);
  expect(await knock('POST /api/books')).toMatchObject({ status: 403 });
  app.clock.advance(1);
  expect(await knock('POST /api/books')).toMatchObject({ status: 400 });
});
