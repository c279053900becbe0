import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import type { Logger } from '../http/create-http-server.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { openJobQueue } from '../jobs/pg-boss-job-queue.ts';
import { MetricsRegistry } from '../metrics/metrics-registry.ts';
import { DELETED_ACCOUNT } from './mailer.ts';
import { MailTransports } from './mail-transports.ts';
import { openMailer } from './open-mailer.ts';

let database: TestDatabase;
let server: SMTPServer;
let url: string;
/** How many emails the server refuses before it accepts one. */
let refusals = 0;
/** The server refuses its emails for now, and closes the connection during those of the other. */
const [GREYLISTED, DROPPED] = ['greylisted@campus.example', 'dropped@campus.example'];
/** The sockets by the port of the client. */
const sockets = new Map<number, Socket>();
let received: { from: string; to: string[]; text: string }[] = [];
let dataDir: string;
let jobs: JobQueue;
let log: ReturnType<typeof createRecordingLog>;
let now = new Date('2026-09-01T08:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      const recipient = session.envelope.rcptTo[0]!.address;
      if (recipient === DROPPED) return void sockets.get(session.remotePort)!.destroy();
      void text(stream).then((mail) => {
        if (refusals > 0 || recipient === GREYLISTED) {
          if (refusals > 0) refusals -= 1;
          return callback(Object.assign(new Error('Not now, maya@campus.example'), { responseCode: 451 }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), text: mail });
        return callback();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort!, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await database.close();
});
beforeEach(async () => {
  received = [];
  refusals = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-mail-'));
  log = createRecordingLog();
  jobs = await openJobQueue(database, log as unknown as Logger);
});
afterEach(async () => {
  await jobs.close();
  await database.reset();
  rmSync(dataDir, { recursive: true, force: true });
});

function open(smtp: { url: string; from: string } | null) {
  const clock = { now: () => now };
  return openMailer({
    database,
    jobs,
    clock,
    metrics: new MetricsRegistry().open(null),
    log: log as unknown as Logger,
    dataDir,
    smtp,
    transports: new MailTransports().openMarket(),
  });
}
const overSmtp = () => open({ url, from: 'BookSwap <books@campus.example>' });
const waiting = async () => (await database.pool.query('select from queued_emails')).rowCount;
const outbox = () =>
  readdirSync(join(dataDir, 'mail-outbox')).map((name) => join(dataDir, 'mail-outbox', name));

const advanceDays = (days: number) => void (now = new Date(now.getTime() + days * DAY_MS));
/** Moves the next attempts of refused emails to hours from now, and returns how many there are. */
const postpone = async () =>
  (
    await database.pool.query(
      "update pgboss.job set start_after = now() + interval '4 hours' where name = 'send-email' and state = 'retry'",
    )
  ).rowCount;

const letter = {
  to: 'Maya@campus.example',
  subject: 'Grüße',
  text: 'A link:\n\nhttp://127.0.0.1/x?token=abc',
};

it('sends a committed email once', async () => {
  const mail = await overSmtp();
  expect(mail.kind).toBe('smtp');
  const failing = database.transaction(async (tx) => {
    await mail.send(tx, { ...letter, to: 'nobody@campus.example' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await database.transaction((tx) => mail.send(tx, { ...letter, replyTo: 'sam@campus.example' }));
  await expect.poll(waiting).toBe(0);
  await jobs.runNow('send-email');
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ from: 'books@campus.example', to: ['maya@campus.example'] });
  expect(received[0]!.text).toMatch(/^From: BookSwap <books@campus\.example>\r$/m);
  expect(received[0]!.text).toMatch(/^Reply-To: sam@campus\.example\r$/m);
  expect(received[0]!.text).toMatch(/^Message-ID: <[0-9a-f-]{36}@campus\.example>\r$/m);
  expect(received[0]!.text).toContain('http://127.0.0.1/x?token=abc');
});

it('retries when the server refuses, and does not log the address', async () => {
  const mail = await overSmtp();
  refusals = 1;
  await database.transaction((tx) => mail.send(tx, letter));
  const failed = async () =>
    (await database.pool.query("select output from pgboss.job where name = 'send-email' and state = 'retry'"))
      .rows;
  await expect.poll(async () => (await failed()).length).toBe(1);
  expect(await waiting()).toBe(1);
  expect(JSON.stringify(await failed())).toContain('451');
  expect(JSON.stringify([await failed(), log.messages])).not.toContain('maya');
  await database.pool.query("update pgboss.job set start_after = now() where name = 'send-email'");
  await expect.poll(waiting).toBe(0);
  expect(received.map(({ to }) => to)).toEqual([['maya@campus.example']]);
});

it('sends what waits for hours within ten seconds after a lost mail server is back', async () => {
  const port = await freePort();
  const mail = await open({ url: `smtp://127.0.0.1:${port}`, from: 'BookSwap <books@campus.example>' });
  await database.transaction((tx) => mail.send(tx, letter));
  await expect.poll(postpone).toBe(1);
  const back = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => back.listen(port, '127.0.0.1', resolve));
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  await new Promise<void>((resolve) => back.close(resolve));
});

it.each([
  ['whose connection the server closes', DROPPED],
  ['without an address', 'nobody'],
])(
  'lets a refused email wait its time beside one %s',
  async (_, to) => {
    const mail = await overSmtp();
    const send = (address: string) => database.transaction((tx) => mail.send(tx, { ...letter, to: address }));
    /** Attempts that failed, and whether the next one is hours away. */
    const jobOf = async (address: string) =>
      (
        await database.pool.query(
          `select retry_count + 1 as failures, start_after > now() + interval '1 hour' as postponed
         from pgboss.job j join queued_emails e on e.id::text = j.data->>'mailId'
         where j.name = 'send-email' and j.state = 'retry' and e.recipient = $1`,
          [address],
        )
      ).rows[0];
    await send(GREYLISTED);
    await expect.poll(() => jobOf(GREYLISTED)).toMatchObject({ failures: 1 });
    await postpone();
    await send(to);
    // The watch of the server would have made it due before this.
    await expect.poll(() => jobOf(to), { timeout: 40_000 }).toMatchObject({ failures: 2 });
    expect(await jobOf(GREYLISTED)).toEqual({ failures: 1, postponed: true });
  },
  60_000,
);

it('does not send a deleted email, and deletes an undeliverable one in the end', async () => {
  const mail = await overSmtp();
  await database.transaction(async (tx) => {
    await mail.send(tx, letter);
    await mail.deleteQueued(tx, 'MAYA@campus.example');
    await mail.send(tx, { ...letter, to: 'sam@campus.example' });
  });
  await expect.poll(waiting).toBe(0);
  await expect.poll(() => received.map(({ to }) => to)).toEqual([['sam@campus.example']]);

  await database.transaction(async (tx) => {
    await mail.send(tx, letter);
    await tx.execute("delete from pgboss.job where name = 'send-email'");
  });
  await jobs.runNow('delete-undelivered-emails');
  expect(await waiting()).toBe(1);
  advanceDays(8);
  await jobs.runNow('delete-undelivered-emails');
  expect(await waiting()).toBe(0);
});

it('writes to the outbox, readable by the owner only, if there is no server', async () => {
  const mail = await open(null);
  expect(mail.kind).toBe('outbox');
  await database.transaction(async (tx) => {
    await mail.send(tx, letter);
    await mail.send(tx, { ...letter, to: 'help@campus.example', replyTo: 'maya@campus.example' });
    await mail.send(tx, { ...letter, to: 'sam@campus.example' });
  });
  await expect.poll(waiting).toBe(0);
  const files = outbox();
  expect(files).toHaveLength(3);
  expect(new Set(files.map((file) => statSync(file).mode & 0o777))).toEqual(new Set([0o600]));
  expect(statSync(join(dataDir, 'mail-outbox')).mode & 0o777).toBe(0o700);
  expect(files.map((file) => readFileSync(file, 'utf8'))).toContain(
    'To: maya@campus.example\nSubject: Grüße\n\nA link:\n\nhttp://127.0.0.1/x?token=abc\n',
  );
  expect(files.join()).not.toContain('maya');

  await database.transaction((tx) => mail.deleteQueued(tx, 'maya@campus.example'));
  await expect.poll(() => outbox().length).toBe(1);
  expect(readFileSync(outbox()[0]!, 'utf8')).toContain('sam@campus.example');
});

it('keeps in the outbox what is sent with the deletion of an account', async () => {
  const mail = await open(null);
  await database.transaction(async (tx) => {
    await mail.deleteQueued(tx, 'maya@campus.example');
    await mail.send(tx, { ...letter, aboutUserId: DELETED_ACCOUNT });
  });
  await expect.poll(waiting).toBe(0);
  await database.transaction((tx) => mail.deleteQueued(tx, 'maya@campus.example'));
  await jobs.runNow('delete-outbox-files');
  expect(outbox()).toHaveLength(1);
});

it('deletes outbox files after a month, and no other files', async () => {
  const mail = await open(null);
  await jobs.runNow('delete-undelivered-emails');
  const write = async (to: string) => {
    await database.transaction((tx) => mail.send(tx, { ...letter, to }));
    await expect.poll(waiting).toBe(0);
  };
  await write('maya@campus.example');
  advanceDays(2);
  await write('sam@campus.example');
  writeFileSync(join(dataDir, 'mail-outbox', 'notes.txt'), 'Handed on: Maya');
  advanceDays(29);
  await jobs.runNow('delete-undelivered-emails');
  const kept = new Set(outbox().map((file) => readFileSync(file, 'utf8').split('\n')[0]));
  expect(kept).toEqual(new Set(['Handed on: Maya', 'To: sam@campus.example']));
});
