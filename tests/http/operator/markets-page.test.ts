import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMarkets } from '#app/cli/markets/run-markets.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { OPERATOR, TestOperator } from '#tests/support/markets/test-operator.ts';

let deployment: TestDeployment;
let page: TestOperator;

beforeAll(async () => {
  deployment = await TestDeployment.start();
  await deployment.run([
    'create',
    'westfield',
    '--host',
    'westfield.example',
    '--campus',
    'Westfield <College>',
  ]);
  page = await TestOperator.start(deployment);
  await page.signIn();
});
afterAll(async () => {
  await page.stop();
  await deployment.stop();
});

const westfield = () => page.directory.list().find(({ name }) => name === 'westfield')!;
const form = {
  campus: 'Eastbrook College',
  host: 'Eastbrook.example:3000',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  languages: ['de', 'en'],
  cell: 'main',
  admin: 'Dean@Eastbrook.example',
};

test('shows the numbers of each market, and no name of a person', async () => {
  const now = deployment.clock.now();
  const old = new Date(now.getTime() - 3 * DAY_MS);
  await deployment.query(
    'm2',
    `WITH maya AS (INSERT INTO users (id, issuer, subject, email, name, created_at)
       SELECT gen_random_uuid(), 'x', n::text, 'student' || n || '@westfield.example', 'Canary', $1 FROM generate_series(1, 1200) n RETURNING id, subject),
     book AS (INSERT INTO books (id, seller_id, title, author, condition, price, created_at, updated_at, expires_at)
       SELECT gen_random_uuid(), id, 'Canary', 'Canary', 'Good', 100, $1, $1, now() + interval '900 days' FROM maya WHERE subject = '1' RETURNING id)
     INSERT INTO reports (id, reporter_id, kind, user_id, reason, text, created_at)
       SELECT gen_random_uuid(), m.id, 'user', o.id, 'other', 'Canary', CASE m.subject WHEN '2' THEN $2::timestamptz ELSE $1 END
       FROM maya m, maya o WHERE o.subject = '1' AND m.subject IN ('2', '3')`,
    [now, old],
  );
  await deployment.query('m2', `INSERT INTO installation_state VALUES ('last-backup', 'canary', $1)`, [old]);
  const { body, status } = await page.ask('/operator');
  expect(status).toBe(200);
  const numbers = [...body.matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>([^<]+)</g)].map(([, ...pair]) => pair);
  const [, second] = [numbers.slice(0, 5), numbers.slice(5)];
  expect(Object.fromEntries(second as [string, string][])).toEqual({
    Students: '1,200',
    Listings: '1',
    'Late cases': '1',
    Storage: expect.stringMatching(/^\d+ MB$/),
    Backup: '3 days ago',
  });
  expect(body).toContain('Westfield &lt;College&gt;');
  expect(body).toContain('The backup of Westfield &lt;College&gt; is late. The last one is from 29 August.');
  expect(body.toLowerCase()).not.toContain('canary');
});

test('pauses with a reason, and resumes', async () => {
  const { number } = westfield();
  const path = `/operator/markets/${number}/pause`;
  expect((await page.ask(path)).body).toContain('Pause Westfield &lt;College&gt;?');
  const empty = await page.ask(path, { form: { reason: ' ' } });
  expect([empty.status, empty.body]).toEqual([422, expect.stringContaining('Enter a reason')]);
  expect(westfield().state).toBe('active');
  expect((await page.ask(path, { form: { reason: 'Back in September' } })).status).toBe(303);
  expect(westfield()).toMatchObject({ state: 'paused', reason: 'Back in September' });
  expect((await page.ask('/api/books', { host: 'westfield.example' })).status).toBe(503);
  const { body } = await page.ask('/operator');
  expect(body).toContain('Paused by you on 1 September. Its people read: Back in September');
  expect((await page.ask(`/operator/markets/${number}/resume`, { form: {} })).status).toBe(303);
  expect(westfield()).toMatchObject({ state: 'active', reason: null });
  const kinds = await deployment.control(
    `SELECT kind, state ->> 'by' AS by FROM control.operations WHERE market = $1 AND kind <> 'create' ORDER BY id`,
    [number],
  );
  expect(kinds).toEqual(['pause', 'resume'].map((kind) => ({ kind, by: OPERATOR })));
});

test('changes no market that a command works on, or that is not there', async () => {
  const { number } = westfield();
  await deployment.control(
    `INSERT INTO control.operations (market, kind, step, started_at) VALUES ($1, 'move', 'copy', now())`,
    [number],
  );
  const busy = await page.ask(`/operator/markets/${number}/pause`, { form: { reason: 'x' } });
  expect([busy.status, westfield().state]).toEqual([409, 'active']);
  expect((await page.ask('/operator')).body).toContain(
    'in the middle of &quot;move&quot;'.replaceAll('&quot;', "'"),
  );
  await deployment.control(`DELETE FROM control.operations WHERE kind = 'move'`);
  expect((await page.ask('/operator/markets/99/pause', { form: { reason: 'x' } })).status).toBe(404);
  expect((await page.ask('/operator/markets/x/resume', { form: {} })).status).toBe(404);
});

test('asks for a market, which the command creates', async () => {
  expect((await page.ask('/operator/new')).body).toContain('First admin’s email');
  const asked = await page.ask('/operator/new', { form });
  expect([asked.status, asked.headers.location]).toEqual([303, '/operator']);
  const waiting = await page.ask('/operator');
  expect(waiting.body).toContain('Waiting for the command.');
  expect(waiting.body).toContain('eastbrook.example');
  // Its host is taken while it waits.
  const again = await page.ask('/operator/new', { form: { ...form, campus: 'Other' } });
  expect([again.status, again.body]).toEqual([
    422,
    expect.stringContaining('eastbrook.example is taken by eastbrook-college'),
  ]);
  expect(
    await runMarkets(['work'], page.variables, { say: () => {}, now: () => deployment.clock.now() }),
  ).toBe(0);
  const entry = await deployment.entry('eastbrook-college');
  expect(entry).toMatchObject({
    state: 'active',
    hosts: ['eastbrook.example'],
    cell: 'main',
    settings: {
      CAMPUS_NAME: 'Eastbrook College',
      CAMPUS_CURRENCY: 'EUR',
      CAMPUS_TIME_ZONE: 'Europe/Berlin',
      CAMPUS_LANGUAGES: 'de,en',
      ADMIN_EMAILS: 'dean@eastbrook.example',
    },
  });
  await expect
    .poll(async () => (await page.ask('/api/books', { host: 'eastbrook.example' })).status)
    .toBe(200);
  expect((await page.ask('/operator')).body).not.toContain('Waiting for the command.');
  expect(await runMarkets(['work'], page.variables, { say: () => {} })).toBe(0);
});

test('says what is wrong with each field, and asks for nothing', async () => {
  const wrong = {
    campus: '',
    host: 'westfield.example',
    currency: 'XXX',
    timeZone: 'Mars',
    languages: 'fr',
    cell: 'west',
    admin: 'dean',
  };
  const { status, body } = await page.ask('/operator/new', { form: wrong });
  expect(status).toBe(422);
  const problems = [...body.matchAll(/id="(\w+)-wrong">.*?<span>([^<]+)</g)].map(([, ...pair]) => pair);
  expect(problems).toEqual([
    ['campus', 'Enter a name'],
    ['host', 'westfield.example is taken by westfield'],
    ['currency', 'Choose a currency'],
    ['timeZone', 'Choose a time zone'],
    ['languages', 'Choose a language'],
    ['admin', 'Enter an email'],
  ]);
  for (const host of ['operator.example', 'localhost', 'a b.example', '', 'x'.repeat(300)])
    expect((await page.ask('/operator/new', { form: { ...form, host } })).status).toBe(422);
  expect(await deployment.control('SELECT FROM control.requests WHERE ended_at IS NULL')).toEqual([]);
});

test('a request that cannot be carried out says why, and can be taken back', async () => {
  await deployment.control(
    `INSERT INTO control.requests (name, host, cell, settings, asked_by, asked_at)
     VALUES ('sly', 'sly.example', 'main', '{"STRIPE_SECRET_KEY": "x"}', 'x', now())`,
  );
  expect(await runMarkets(['work'], page.variables, { say: () => {} })).toBe(1);
  const { body } = await page.ask('/operator');
  expect(body).toContain('The last attempt failed: STRIPE_SECRET_KEY cannot be set on the page.');
  const [, drop] = /action="(\/operator\/requests\/\d+\/drop)"/.exec(body)!;
  await page.ask(drop!, { form: {} });
  expect((await page.ask('/operator')).body).not.toContain('sly.example');
});
