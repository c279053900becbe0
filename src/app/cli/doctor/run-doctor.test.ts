import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { recordBackup } from '#platform/server/backup/last-backup.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import {
  closeToOthers,
  diagnose,
  listen,
  place,
  SECRET_KEY,
  startProduct,
  startWebServer,
  trouble,
  provideDataDir,
} from '#tests/support/product/doctor.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { runDoctor } from './run-doctor.ts';

provideDataDir();

async function startMailServer(options: SMTPServerOptions = {}) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      received.push(address);
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  await listen(server);
  onTestFinished(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return { url: (user = '') => `smtp://${user}127.0.0.1:${port}`, received };
}

it('finds nothing wrong with the running product, and prints a line for each check', async () => {
  const { app, variables } = await startProduct();
  await recordBackup(app.database, '/backups/one.tar.gz', systemClock.now());
  await closeToOthers(app);
  chmodSync(place.dataDir, 0o700);
  const mail = await startMailServer();
  const healthy = {
    ...variables,
    SMTP_URL: mail.url(),
    MAIL_FROM: 'BookSwap <b@campus.example>',
    ADMIN_EMAILS: 'a@b.example',
    CAMPUS_TIME_ZONE: 'America/New_York',
    LEGAL_NAME: 'Student Union',
    LEGAL_ADDRESS: '1 College Street',
    LEGAL_EMAIL: 'books@campus.example',
    LEGAL_PERSON: 'Ruth Abara',
  };
  const { text, exitCode } = await runDoctor([], { DATA_DIR: place.dataDir, ...healthy });
  expect({ exitCode, text }).toMatchObject({ exitCode: 0 });
  const checks = text.split('\n').map((line) => line.slice(0, 27).trimEnd());
  const names =
    'configuration,addresses,currency,careful notes,time zone,data directory,disk,secret,database,migrations,indexes,connections,' +
    'access,clock,backup,role,push keys,imprint,photos,fonts,mail';
  // The role of the tests is a superuser.
  expect(checks).toEqual(
    names.split(',').map((check) => `${check === 'role' ? 'warning' : 'ok     '} ${check}`),
  );
  expect(mail.received).toEqual([]);
});

it('warns while the imprint lacks something', async () => {
  const { variables } = await startProduct();
  const { of } = await diagnose({ ...variables, LEGAL_NAME: 'Student Union' });
  expect(of('imprint')).toMatchObject([
    {
      status: 'warning',
      text: 'The page /imprint lacks the postal address, the email, the person responsible.',
    },
  ]);
});

it('names wrong variables and stops there', async () => {
  const { findings, exitCode } = await diagnose({ PORT: 'x', SMTP_URL: 'http://mail' });
  expect(findings).toEqual(trouble('failed', /PORT: .*SMTP_URL: must be a URL/, /Correct these variables/));
  expect(exitCode).toBe(1);
  expect((await runDoctor(['--loud'], {})).exitCode).toBe(2);
});

it('says that addresses do not fit together', async () => {
  const open = await diagnose({ HOST: '0.0.0.0' });
  expect(open.of('addresses')).toEqual(trouble('warning', /PUBLIC_URL is not set/, /Set PUBLIC_URL/));
  const plain = await diagnose({ PUBLIC_URL: 'http://books.invalid', TRUSTED_PROXIES: '10.0.0.1' });
  expect(plain.of('addresses')).toEqual(trouble('warning', /passwords travel readable/, /proxy with TLS/));
  expect(plain.of('public url')).toEqual(trouble('failed', /name of the host/, /DNS/));
  expect(plain.exitCode).toBe(1);
  const alone = await diagnose({ PUBLIC_URL: 'https://books.invalid' });
  expect(alone.of('addresses')).toEqual(trouble('warning', /all users count as one/, /Set TRUSTED_PROXIES/));
  const other = await startWebServer(() => ({ body: 'It works!' }));
  const wrong = await diagnose({ PUBLIC_URL: other });
  expect(wrong.of('public url')).toEqual(trouble('failed', /is not the product/, /proxy/));
});

it('says that the clocks of a machine in UTC are not those of the campus', async () => {
  const { TZ } = process.env;
  onTestFinished(() => void (TZ === undefined ? delete process.env['TZ'] : (process.env['TZ'] = TZ)));
  process.env['TZ'] = 'UTC';
  const utc = await diagnose({});
  expect(utc.of('time zone')).toEqual(trouble('warning', /not set, .* is UTC/, /Set CAMPUS_TIME_ZONE/));
  expect((await diagnose({ CAMPUS_TIME_ZONE: '' })).of('time zone')).toEqual(utc.of('time zone'));
  expect((await diagnose({ CAMPUS_TIME_ZONE: 'UTC' })).of('time zone')).toMatchObject([{ status: 'ok' }]);
  process.env['TZ'] = 'Europe/Madrid';
  expect((await diagnose({})).of('time zone')).toMatchObject([
    { status: 'ok', text: 'Meetings are planned by the clocks of Europe/Madrid.' },
  ]);
});

it('says in which currency prices are, and what is wrong with the variables of the market', async () => {
  expect((await diagnose({ CAMPUS_CURRENCY: 'KWD' })).of('currency')).toMatchObject([
    {
      status: 'ok',
      text: expect.stringMatching(/in KWD, up to KWD\u00a02,499\.999; a boost costs KWD\u00a00\.750/),
    },
  ]);
  const wrong = await diagnose({ CAMPUS_CURRENCY: 'EURO' });
  expect(wrong.of('configuration')).toEqual(
    trouble('failed', /CAMPUS_CURRENCY: isn't a currency/, /Correct/),
  );
  const misspelt = await diagnose({ CAMPUS_CURENCY: 'EUR' });
  expect(misspelt.of('configuration')).toMatchObject([{ status: 'ok' }, { status: 'warning' }]);
});

it('says what is wrong with the data directory, the disk and the secret', async () => {
  const missing = await diagnose({ DATA_DIR: join(place.dataDir, 'nowhere') });
  expect(missing.of('data directory')).toEqual(trouble('failed', /does not exist/, /Set DATA_DIR/));
  expect(missing.exitCode).toBe(1);
  chmodSync(place.dataDir, 0o755);
  writeFileSync(join(place.dataDir, 'secret.key'), 'x', { mode: 0o644 });
  const open = await diagnose({});
  expect(open.of('data directory')).toEqual(trouble('warning', /Other users/, /chmod 700/));
  expect(open.of('secret')).toEqual(trouble('failed', /Other users/, /chmod 600/));
  expect(open.of('database')).toEqual(trouble('warning', /not running/, /Start the product/));
});

it('says why the database cannot be used', async () => {
  const { app, variables } = await startProduct();
  const gone = await diagnose({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  expect(gone.of('database')).toEqual(trouble('failed', /nothing listens/, /Check DATABASE_URL/));
  expect(gone.of('secret')).toEqual(
    trouble(
      'warning',
      /in the database/,
      /^Set SECRET_KEY to the value of root in the table installation_state,/,
    ),
  );
  const url = new URL(variables.DATABASE_URL);
  url.pathname = '/nothing';
  const absent = await diagnose({ DATABASE_URL: url.toString(), SECRET_KEY });
  expect(absent.of('database')).toEqual(trouble('failed', /does not exist/, /Check DATABASE_URL/));
  const otherKey = await diagnose({ ...variables, SECRET_KEY: `not ${SECRET_KEY}` });
  expect(otherKey.of('push keys')).toEqual(trouble('failed', /not the one/, /SECRET_KEY/));
  const { rows } = await app.database.pool.query(
    `DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations) RETURNING *`,
  );
  const older = await diagnose(variables);
  await app.database.pool.query(
    'INSERT INTO drizzle.__drizzle_migrations (id, hash, created_at) VALUES ($1, $2, $3), (99999, $2, $4)',
    [rows[0].id, rows[0].hash, rows[0].created_at, Date.now()],
  );
  const newer = await diagnose(variables);
  await app.database.pool.query('UPDATE drizzle.__drizzle_migrations SET created_at = 1 WHERE id = 99999');
  const beforeBaseline = await diagnose(variables);
  await app.database.pool.query('DELETE FROM drizzle.__drizzle_migrations WHERE id = 99999');
  expect(older.of('migrations')).toEqual(trouble('failed', /1 migrations are pending/, /Restart/));
  expect(older.exitCode).toBe(1);
  expect(beforeBaseline.of('migrations')).toEqual(
    trouble('failed', /lacks migrations of BookSwap 0\.1\.0/, /version that it names/),
  );
  expect(newer.of('migrations')).toEqual(trouble('warning', /newer version/, /Run that version/));
});

it('says that there is no backup, or only an old one, and where that is', async () => {
  const { app, variables } = await startProduct();
  const began = (days: number) =>
    app.database.pool.query('UPDATE installation_state SET created_at = $1', [
      new Date(Date.now() - days * DAY_MS),
    ]);
  await began(1);
  expect((await diagnose(variables)).of('backup')).toMatchObject([{ status: 'ok' }]);
  await began(3);
  const none = await diagnose(variables);
  expect(none.exitCode).toBe(1);
  expect(none.of('backup')).toEqual(trouble('failed', /No backup for 3 days: .* none/, /npm run backup/));
  await recordBackup(app.database, '/backups/one.tar.gz', new Date(Date.now() - 5 * DAY_MS));
  const old = await diagnose(variables);
  expect(old.of('backup')).toEqual(trouble('failed', /for 5 days: .*:\/backups\/one\.tar\.gz/, /npm run/));
});

it('says why photos cannot be stored', async () => {
  const store = await S3Store.start();
  onTestFinished(() => store.close());
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  const variables = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  expect((await diagnose(variables)).of('photos')).toMatchObject([{ status: 'ok' }]);
  expect(store.requests.map((line) => line.split(' ')[0])).toEqual(['HEAD', 'PUT', 'GET', 'DELETE']);
  const other = await diagnose({ ...variables, S3_BUCKET: 'nowhere' });
  expect(other.of('photos')).toEqual(trouble('failed', /bucket nowhere does not exist/, /Check S3_ENDPOINT/));
  store.failAll('busy');
  expect((await diagnose(variables)).of('photos')).toEqual(trouble('failed', /503/, /Check S3_ENDPOINT/));
  mkdirSync(join(place.dataDir, 'photos'));
  expect((await diagnose({})).of('photos')).toMatchObject([
    { status: 'ok', text: expect.stringContaining('the disk') },
  ]);
});

it('says why mail does not leave, and sends one only on request', async () => {
  const mail = await startMailServer();
  const from = { MAIL_FROM: 'BookSwap <b@campus.example>' };
  const gone = await diagnose({ SMTP_URL: 'smtp://127.0.0.1:1', ...from });
  expect(gone.of('mail')).toEqual(
    trouble('failed', /127\.0\.0\.1 does not work: nothing listens/, /Check SMTP_URL/),
  );
  const strict = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  });
  const refused = await diagnose({ SMTP_URL: strict.url('user:wrong@'), ...from });
  expect(refused.of('mail')).toEqual(trouble('failed', /refuses the user or the password/, /Check SMTP_URL/));
  expect(JSON.stringify(refused.findings)).not.toContain('wrong');
  await diagnose({ SMTP_URL: mail.url(), ...from });
  expect(mail.received).toEqual([]);
  const sent = await diagnose({ SMTP_URL: mail.url(), ...from }, '--mail', 'dean@campus.example');
  expect([sent.of('mail').at(-1)?.status, mail.received]).toEqual(['ok', ['dean@campus.example']]);
  const none = await diagnose({ PUBLIC_URL: 'https://books.invalid' });
  expect(none.of('mail')).toEqual(trouble('warning', /no mail server/, /Set SMTP_URL/));
});

it('says that Redis or the identity provider is away, another one, or has another time', async () => {
  const away = await diagnose({
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_CLIENT_ID: 'bookswap',
    OIDC_CLIENT_SECRET: 'secret',
  });
  expect(away.of('redis')).toEqual(trouble('failed', /nothing listens/, /Check REDIS_URL/));
  expect(away.of('identity provider')).toEqual(trouble('failed', /nothing listens/, /Check OIDC_ISSUER/));
  const date = new Date(Date.now() - 3_600_000);
  const issuer = await startWebServer(() => ({ body: '{"issuer": "https://login.other.example"}', date }));
  const other = await diagnose({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'b', OIDC_CLIENT_SECRET: 's' });
  expect(other.of('identity provider')).toEqual(
    trouble('failed', /login\.other\.example/, /Set OIDC_ISSUER/),
  );
  expect(other.of('clock')).toEqual(trouble('failed', /ahead of that of the identity provider/, /NTP/));
});
