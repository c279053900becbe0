import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { startOtlpReceiver } from '#tests/support/fakes/otlp-receiver.ts';
import { createSelfSignedCertificate } from '#tests/support/fakes/self-signed-certificate.ts';
import {
  closeToOthers,
  diagnose,
  diagnoseAt,
  listen,
  place,
  startProduct,
  startWebServer,
  trouble,
  provideDataDir,
} from '#tests/support/product/doctor.ts';
import { freePort } from '#tests/support/server/free-port.ts';

provideDataDir();

it('says for how long the certificate of the public URL holds', async () => {
  const ends = new Date('2090-06-20T12:00:00Z');
  const server = createServer(createSelfSignedCertificate('localhost', ends), (_request, response) =>
    response.end('{"status":"ok"}'),
  );
  await listen(server);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const variables = { PUBLIC_URL: `https://localhost:${port}` };
  const daysBefore = (days: number) => diagnoseAt(new Date(ends.getTime() - days * DAY_MS), variables);
  const early = await daysBefore(15);
  expect(early.of('certificate')).toMatchObject([
    { status: 'ok', text: 'It ends in 15 days, on 2090-06-20.' },
  ]);
  expect(early.of('public url')).toEqual(trouble('failed', /certificate is self-signed/, /certificate/));
  const late = await daysBefore(13.5);
  expect(late.of('certificate')).toEqual(trouble('warning', /ends in 13 days, on 2090-06-20/, /renewed/));
  const over = await daysBefore(0);
  expect(over.of('certificate')).toEqual(trouble('failed', /expired on 2090-06-20/, /renewed/));
  expect(over.exitCode).toBe(1);
});

it('names variables that are probably misspelt, and no others', async () => {
  const { findings } = await diagnose({
    ...(process.env as Record<string, string>),
    DATA_DIR: place.dataDir,
    PUBLIC_ULR: 'https://books.example.edu',
    ADMIN_EMAIL: 'a@b.example',
    SMTPURL: 'smtp://mail',
    S3_SECRET_KEY: 'x',
    Log_Level: 'info',
    // Those of other programs, and of Compose.
    HOSTNAME: 'b7',
    PGHOST: 'db',
    SITE_ADDRESS: 'books.example.edu',
    BOOKSWAP_VERSION: '0.1.0',
    POSTGRES_PASSWORD: 'x',
    REDIS_PASSWORD: 'x',
    UPSTREAMS: 'app-1:3000',
  });
  const strange = findings.filter(({ advice }) => advice?.startsWith('Did you mean'));
  expect(strange.map(({ text, advice }) => `${text.split(' ')[0]} ${advice!}`).toSorted()).toEqual([
    'ADMIN_EMAIL Did you mean ADMIN_EMAILS?',
    'Log_Level Did you mean LOG_LEVEL?',
    'PUBLIC_ULR Did you mean PUBLIC_URL?',
    'S3_SECRET_KEY Did you mean S3_SECRET_ACCESS_KEY?',
    'SMTPURL Did you mean SMTP_URL?',
  ]);
  const broken = await diagnose({ PORT: 'x', PUBLIC_ULR: 'https://books.example.edu' });
  expect(broken.of('configuration')).toMatchObject([{ status: 'failed' }, { status: 'warning' }]);
});

it('says that traces have no receiver', async () => {
  const receiver = await startOtlpReceiver();
  onTestFinished(() => receiver.close());
  const here = await diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  expect(here.of('traces')).toMatchObject([{ status: 'ok' }]);
  expect(receiver.spans).toEqual([]);
  const away = await diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` });
  expect(away.of('traces')).toEqual(trouble('warning', /nothing listens/, /OTEL_EXPORTER_OTLP_ENDPOINT/));
  const other = await startWebServer(() => ({ status: 404, body: '' }));
  const wrong = await diagnose({ OTEL_EXPORTER_OTLP_ENDPOINT: other });
  expect(wrong.of('traces')).toEqual(trouble('warning', /refuses them with 404/, /receiver/));
});

it('says that a replica is away, or is none', async () => {
  const { variables } = await startProduct();
  const away = await diagnose({
    ...variables,
    DATABASE_REPLICA_URL: `postgres://x@127.0.0.1:${await freePort()}/x`,
  });
  expect(away.of('replica')).toEqual(trouble('failed', /nothing listens/, /Check DATABASE_REPLICA_URL/));
  const same = await diagnose({ ...variables, DATABASE_REPLICA_URL: variables.DATABASE_URL });
  expect(same.of('replica')).toEqual(trouble('failed', /to a primary/, /A replica for reading/));
});

it('names indexes that are missing or invalid', async () => {
  const { app, variables } = await startProduct();
  expect((await diagnose(variables)).of('indexes')).toMatchObject([{ status: 'ok' }]);
  await app.database.pool.query('DROP INDEX users_newest');
  await app.database.pool.query(
    `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'books_kept_newest'::regclass`,
  );
  const { of, exitCode } = await diagnose(variables);
  expect(of('indexes')).toEqual(trouble('failed', /books_kept_newest, users_newest/, /CREATE INDEX/));
  expect(exitCode).toBe(1);
});

it('warns if any role of the server may connect to the database', async () => {
  const { app, variables } = await startProduct();
  await app.database.pool.query(
    `DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO PUBLIC', current_database()); END $$`,
  );
  expect((await diagnose(variables)).of('access')).toEqual(
    trouble('warning', /Any role/, /REVOKE CONNECT ON DATABASE \S+ FROM PUBLIC;/),
  );
  await closeToOthers(app);
  expect((await diagnose(variables)).of('access')).toMatchObject([{ status: 'ok' }]);
});

it('the command exits with 1 after a failure', async () => {
  const command = join(import.meta.dirname, '../admin.ts');
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const env = { PATH: process.env['PATH'], DATA_DIR: place.dataDir, PUBLIC_URL };
  const running = promisify(execFile)(process.execPath, [command, 'doctor'], { env });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^failed +public url.*nothing listens/m),
  });
});

it('says that the role of the product may use files or run programs of the database server', async () => {
  const { app, variables } = await startProduct();
  const { pool } = app.database;
  const [role, group] = ['strange', 'strangers'].map((name) => `${name}_${randomUUID().replaceAll('-', '')}`);
  await pool.query(`CREATE ROLE ${group}; GRANT pg_execute_server_program, pg_read_server_files TO ${group}`);
  await pool.query(`DO $$ BEGIN EXECUTE format('CREATE ROLE ${role} LOGIN PASSWORD %L IN ROLE %I',
    '${role}', current_user); END $$`);
  onTestFinished(async () => void (await pool.query(`DROP ROLE ${role}, ${group}`)));
  const url = Object.assign(new URL(variables.DATABASE_URL), { username: role, password: role });
  const roles = async () => (await diagnose({ ...variables, DATABASE_URL: url.href })).of('role');
  expect(await roles()).toEqual([]);
  await pool.query(`GRANT ${group} TO ${role}`);
  expect(await roles()).toEqual(
    trouble('warning', /a member of pg_execute_server_program, pg_read_server_files:/, /owns its database/),
  );
});
