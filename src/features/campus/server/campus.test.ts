import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import sharp from 'sharp';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { readConfig } from '../../../app/server/config.ts';
import { withCampusSettings } from '../../../app/server/market/campus-config.ts';
import { readStoredCampus } from './stored-settings.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

let app: TestApp;
let admin: TestClient;
const reopen = vi.fn<() => void>();
const variables = {
  CAMPUS_NAME: 'Northfield',
  CAMPUS_TIME_ZONE: 'America/Chicago',
  CAMPUS_PRICES: 'highest=50000',
};
beforeAll(async () => {
  app = await TestApp.start({ variables, reopen });
  admin = await app.signedInClient('Ruth Adler', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.pool.query('TRUNCATE campus_settings');
  reopen.mockClear();
});

const initial = {
  name: 'Northfield',
  color: 'green',
  coordinates: null,
  emailDomains: [],
  languages: ['en'],
  timeZone: 'America/Chicago',
  prices: { boost: 299, adFree: 499 },
  approveFirstListing: false,
  legal: { name: null, address: null, email: null, person: null },
};
const changed = {
  name: 'Westfield',
  color: 'violet',
  coordinates: { latitude: 41.8781, longitude: -87.6298 },
  emailDomains: ['westfield.edu', 'alum.westfield.edu'],
  languages: ['es', 'en'],
  timeZone: 'Europe/Madrid',
  prices: { boost: 350, adFree: 600 },
  approveFirstListing: true,
  legal: {
    name: 'Union',
    address: '1 College Road\nWestfield',
    email: 'legal@westfield.edu',
    person: 'Ruth',
  },
};
const put = (settings: object, version = 0) =>
  admin.send('PUT', '/api/admin/campus', { ...settings, version });
const putIcon = (png: string | null, version = 0) =>
  admin.send('PUT', '/api/admin/campus/icon', { png, version });
const picture = (side: number, height = side) =>
  sharp({ create: { width: side, height, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();

it('are those of the environment until an administrator changes them, who is recorded', async () => {
  const { body } = await admin.get('/api/admin/campus');
  const operator = { host: new URL(app.address).host, currency: 'USD', isCurrencyFixed: false };
  expect(body).toEqual({ ...initial, version: 0, iconVersion: null, operator });
  expect(await put(changed)).toMatchObject({ status: 200, body: { ...changed, version: 1 } });
  expect((await admin.get('/api/admin/campus')).body).toMatchObject({ ...changed, version: 1 });
  const [entry] = (await admin.get('/api/admin/audit')).body;
  expect(entry).toMatchObject({ action: 'campus-changed' });
});

it('open the campus again with all of them, beside what only the environment says', async () => {
  await put(changed);
  expect(reopen).toHaveBeenCalledTimes(1);
  const { settings } = await readStoredCampus(app.database.orm);
  const config = readConfig(withCampusSettings(variables, settings));
  expect(config).toMatchObject({
    campusName: 'Westfield',
    campusColor: 'violet',
    campusCoordinates: changed.coordinates,
    campusEmailDomains: changed.emailDomains,
    legal: changed.legal,
    market: {
      languages: ['es', 'en'],
      timeZone: 'Europe/Madrid',
      approveFirstListing: true,
      prices: { boost: 350, adFree: 600, highest: 50_000 },
    },
  });
});

it('are not overwritten by an administrator who has not seen the last change', async () => {
  await put(changed);
  expect(await put(initial)).toMatchObject({ status: 409, body: { code: 'campus-changed' } });
  expect((await admin.get('/api/admin/campus')).body).toMatchObject(changed);
  expect(await put(initial, 1)).toMatchObject({ status: 200, body: { version: 2 } });
});

it('refuse what is no setting, and change nothing', async () => {
  for (const wrong of [
    { color: 'amber' },
    { coordinates: { latitude: 91, longitude: 0 } },
    { languages: [] },
    { languages: ['fr'] },
    { timeZone: '+02:00' },
    { emailDomains: ['not a domain'] },
    { prices: { boost: 0, adFree: 499 } },
    { prices: { boost: 2.5, adFree: 499 } },
    { legal: { ...initial.legal, email: 'nobody' } },
    { name: 'N'.repeat(61) },
  ])
    expect(await put({ ...initial, ...wrong })).toMatchObject({ status: 400 });
  expect((await admin.get('/api/admin/campus')).body).toMatchObject({ ...initial, version: 0 });
  expect(reopen).not.toHaveBeenCalled();
});

it('are for administrators only', async () => {
  const student = await app.signedInClient('Tom', `${randomUUID()}@northfield.example`);
  expect((await student.get('/api/admin/campus')).status).toBe(403);
  expect((await student.send('PUT', '/api/admin/campus', { ...initial, version: 0 })).status).toBe(403);
});

it('have an icon, in the sizes of phones, from a square PNG', async () => {
  expect((await app.visitor().get('/campus-icon-192.png')).status).toBe(404);
  const { body } = await putIcon((await picture(600)).toString('base64'));
  expect(body).toMatchObject({ version: 1, iconVersion: 1 });
  const response = await fetch(`${app.address}/campus-icon-180.png`);
  expect(response.headers.get('content-type')).toBe('image/png');
  // This process was opened before the icon came.
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { width, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect({ width, format }).toEqual({ width: 180, format: 'png' });
  expect((await putIcon(null, 1)).body).toMatchObject({ version: 2, iconVersion: null });
  for (const wrong of [
    await picture(511),
    await picture(600, 700),
    Buffer.from('no picture'),
    await sharp(await picture(600))
      .jpeg()
      .toBuffer(),
  ])
    expect(await putIcon(wrong.toString('base64'), 2)).toMatchObject({
      status: 400,
      body: { code: 'invalid-icon' },
    });
});
