import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, lt, or, sql } from 'drizzle-orm';
import { DAY_MS } from '#platform/shared/durations.ts';
import { ignoreMissing } from '../durable-files.ts';
import { LostServiceError } from '../jobs/job-queue.ts';
import { newId } from '../new-id.ts';
import type { ServerContext } from '../server-context.ts';
import type { MailTransportsOfMarket } from './mail-transports.ts';
import { DELETED_ACCOUNT, type EmailMessage, type Mailer } from './mailer.ts';
import { queuedEmails } from './table.ts';

const SEND_QUEUE = 'send-email';
const REMOVAL_QUEUE = 'delete-outbox-files';

/** Milliseconds after which an undelivered email is deleted: longer than the retries take. */
const UNDELIVERED_TTL_MS = 7 * DAY_MS;

/** Longer than any link is valid, and its text is personal data. */
const OUTBOX_FILE_TTL_MS = 30 * DAY_MS;

/** A night's share, so that a large outbox does not block the job queue. The next night continues. */
const OUTBOX_REMOVAL_BATCH_SIZE = 10_000;

type Context = Pick<ServerContext, 'database' | 'jobs' | 'clock' | 'log' | 'metrics' | 'dataDir'> & {
  /** Null: log and outbox. */
  smtp: { url: string; from: string } | null;
  transports: MailTransportsOfMarket;
};

/** A job contains only the id of its email: after the deletion of its user it finds nothing. */
export async function openMailer({ smtp, dataDir, transports, ...context }: Context): Promise<Mailer> {
  const { database, jobs, clock, log } = context;
  measureQueue(context);
  const outbox = join(dataDir, 'mail-outbox');
  const onBack = () => jobs.retryNow(SEND_QUEUE);
  const deliver = await openDelivery({ smtp, outbox, log, transports, onBack });
  await jobs.handle<{ mailId: string }>(SEND_QUEUE, async ({ mailId }) => {
    const [mail] = await database.orm.select().from(queuedEmails).where(eq(queuedEmails.id, mailId));
    if (mail === undefined) return;
    const { recipient: to, subject, body: text, replyTo, aboutUserId, unsubscribeUrl } = mail;
    const more = {
      ...(replyTo !== null && { replyTo }),
      ...(aboutUserId !== null && { aboutUserId }),
      ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    };
    await deliver({ id: mailId, message: { to, subject, text, ...more } });
    await database.orm.delete(queuedEmails).where(eq(queuedEmails.id, mailId));
  });
  await jobs.schedule('delete-undelivered-emails', '41 4 * * *', async () => {
    const now = clock.now().getTime();
    await database.orm
      .delete(queuedEmails)
      .where(lt(queuedEmails.createdAt, new Date(now - UNDELIVERED_TTL_MS)));
    // Even if there is a mail server now: there may have been none before.
    await removeWrittenBefore(outbox, now - OUTBOX_FILE_TTL_MS);
  });
  await jobs.handle<{ mark: string }>(REMOVAL_QUEUE, ({ mark }) => removeMarked(outbox, mark));
  return {
    kind: smtp === null ? 'outbox' : 'smtp',
    async send(tx, { to, subject, text, ...more }) {
      const { replyTo = null, aboutUserId = null, unsubscribeUrl = null } = more;
      const now = clock.now();
      const id = newId(now);
      const recipient = to.toLowerCase();
      await tx
        .insert(queuedEmails)
        .values({ id, recipient, subject, body: text, replyTo, aboutUserId, unsubscribeUrl, createdAt: now });
      await jobs.enqueue(tx, SEND_QUEUE, { mailId: id });
    },
    async deleteQueued(tx, addressOrId) {
      const its = addressOrId.toLowerCase();
      await tx
        .delete(queuedEmails)
        .where(
          or(
            eq(queuedEmails.recipient, its),
            eq(sql`lower(${queuedEmails.replyTo})`, its),
            eq(queuedEmails.aboutUserId, its),
          ),
        );
      // Even if there is a mail server now: there may have been none before.
      await jobs.enqueue(tx, REMOVAL_QUEUE, { mark: recipientTag(addressOrId) });
    },
  };
}

function measureQueue({ database, clock, metrics }: Pick<Context, 'database' | 'clock' | 'metrics'>): void {
  metrics.gauge({ name: 'bookswap_queued_emails', help: 'Emails that wait for the mail server.' }, () =>
    database.orm.$count(queuedEmails),
  );
  metrics.gauge(
    {
      name: 'bookswap_oldest_queued_email_seconds',
      help: 'For how long the oldest waiting email waits.',
      combine: 'max',
    },
    async () => {
      const [row] = await database.orm
        .select({ createdAt: queuedEmails.createdAt })
        .from(queuedEmails)
        .orderBy(queuedEmails.createdAt)
        .limit(1);
      return row === undefined ? 0 : (clock.now().getTime() - row.createdAt.getTime()) / 1_000;
    },
  );
}

type Delivery = Pick<Context, 'smtp' | 'transports' | 'log'> & {
  /** The folder for emails without a mail server. */
  outbox: string;
  onBack: () => Promise<void>;
};

/** What sends one email at once, or writes it to the outbox. It rejects if the mail server does not take it. */
export const openDelivery = async ({ smtp, outbox, log, transports, onBack }: Delivery): Promise<Deliver> =>
  smtp === null ? deliverToOutbox(outbox, log) : deliverBySmtp(smtp, { transports, onBack });

type Deliver = (mail: { id: string; message: EmailMessage }) => Promise<void>;

/** Errors of the library: its own code, the server's, and the step. */
type Refusal = { code?: string; responseCode?: number; command?: string };

/** The connection failed. The library also refuses emails itself, without a response of the server. */
const isConnectionLost = ({ code = '', responseCode, command }: Refusal): boolean =>
  responseCode === undefined &&
  command === 'CONN' &&
  ['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT'].includes(code);

async function deliverBySmtp(
  { url, from }: { url: string; from: string },
  { transports, onBack }: { transports: MailTransportsOfMarket; onBack: () => Promise<void> },
): Promise<Deliver> {
  const transport = await transports.open(url, onBack);
  return async ({ id, message }) => {
    const host = from.replace(/^.*@|>?\s*$/g, '');
    // The same Message-ID lets a mail server recognize a repeated email.
    const { aboutUserId: _ours, unsubscribeUrl, ...mail } = message;
    const headers = unsubscribeHeaders(unsubscribeUrl);
    await transport.send({ ...mail, from, headers, messageId: `<${id}@${host}>` }).catch((error: Refusal) => {
      // The server's message contains the address, which would be stored with the job and in the log.
      const reason = [error.code, error.responseCode].filter(Boolean).join(' ');
      if (!isConnectionLost(error)) throw new Error(`the mail server refused an email: ${reason}`);
      transport.onLost();
      throw new LostServiceError(`the connection to the mail server was lost: ${reason}`);
    });
  };
}

/** What shows the button of an email program that ends emails of this kind. */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** One file per email, so that a campus can run without a mail server: the operator passes the links on. */
function deliverToOutbox(outbox: string, log: ServerContext['log']): Deliver {
  return async ({ id, message: { to, subject, text, replyTo, aboutUserId, unsubscribeUrl } }) => {
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const head = [
      `To: ${to}`,
      ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
      `Subject: ${subject}`,
      ...Object.entries(unsubscribeHeaders(unsubscribeUrl)).map((header) => header.join(': ')),
    ];
    const its = aboutUserId === DELETED_ACCOUNT ? [aboutUserId] : [to, replyTo, aboutUserId];
    const marks = its.filter((one) => one !== undefined).map(recipientTag);
    const file = join(outbox, `${id}-${marks.join('-')}.txt`);
    await writeFile(file, `${head.join('\n')}\n\n${text}\n`, { mode: 0o600 });
    // A warning with the full text: without a mail server, the operator takes the links from here.
    log.warn(
      { mail: file, to, subject, text },
      'no mail server is configured: an email was written to the outbox',
    );
  };
}

/** Finds a user's emails in the outbox without naming the user. */
const recipientTag = (addressOrId: string) =>
  createHash('sha256').update(addressOrId.toLowerCase()).digest('hex').slice(0, 16);

async function removeMarked(outbox: string, mark: string): Promise<void> {
  const names = await namesIn(outbox);
  for (const name of names.filter((one) => one.includes(`-${mark}`)))
    await rm(join(outbox, name), { force: true });
}

/** `time` is Unix milliseconds, the start of each file name. Files with other names are never deleted. */
async function removeWrittenBefore(outbox: string, time: number): Promise<void> {
  const names = await namesIn(outbox);
  const old = names.filter((one) => {
    const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[-0-9a-f]+\.txt$/.exec(one) ?? [];
    return high !== '' && Number.parseInt(high + low, 16) < time;
  });
  for (const name of old.slice(0, OUTBOX_REMOVAL_BATCH_SIZE)) await rm(join(outbox, name), { force: true });
}

const namesIn = async (outbox: string): Promise<string[]> =>
  (await readdir(outbox).catch(ignoreMissing)) ?? [];
