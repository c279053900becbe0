import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, lt, or, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { newId } from '../new-id.ts';
import type { ServerContext } from '../server-context.ts';
import type { Mailer, EmailMessage } from './mailer.ts';
import { queuedEmails } from './table.ts';

const queue = 'mail';
const removalQueue = 'mail-outbox-removal';

/** Milliseconds for which a mail is kept that no server takes: longer than it is tried. */
const UNDELIVERED_TTL_MS = 7 * 24 * 60 * 60_000;

/** Milliseconds for which a mail lies in the outbox: none of its links is good for as long, and its words are somebody's. */
const OUTBOX_FILE_TTL_MS = 30 * 24 * 60 * 60_000;

/** Files that one night removes, so that an outbox of years does not keep the queue of jobs waiting; the next night goes on. */
const OUTBOX_REMOVAL_BATCH_SIZE = 10_000;

type Context = Pick<ServerContext, 'database' | 'jobs' | 'clock' | 'log' | 'dataDir'> & {
  /** Null: into the log and the outbox. */
  smtp: { url: string; from: string } | null;
};

/**
 * Opens the way out for mails. A job carries only the id of its mail: who is removed takes their mails along, and the job finds
 * nothing to do.
 */
export async function openMailer({ database, jobs, clock, log, dataDir, smtp }: Context): Promise<Mailer> {
  const outbox = join(dataDir, 'outbox');
  const deliver = smtp === null ? deliverToOutbox(outbox, log) : deliverBySmtp(smtp);
  await jobs.handle<{ mailId: string }>(queue, async ({ mailId }) => {
    const [mail] = await database.orm.select().from(queuedEmails).where(eq(queuedEmails.id, mailId));
    if (mail === undefined) return;
    const { recipient: to, subject, body: text, replyTo, aboutUserId } = mail;
    const more = { ...(replyTo !== null && { replyTo }), ...(aboutUserId !== null && { aboutUserId }) };
    await deliver({ id: mailId, message: { to, subject, text, ...more } });
    await database.orm.delete(queuedEmails).where(eq(queuedEmails.id, mailId));
  });
  await jobs.schedule('mail-forget-undelivered', '41 4 * * *', async () => {
    const now = clock.now().getTime();
    await database.orm
      .delete(queuedEmails)
      .where(lt(queuedEmails.createdAt, new Date(now - UNDELIVERED_TTL_MS)));
    // Also where there is a mail server now: there may have been none before.
    await removeWrittenBefore(outbox, now - OUTBOX_FILE_TTL_MS);
  });
  await jobs.handle<{ mark: string }>(removalQueue, ({ mark }) => removeMarked(outbox, mark));
  return {
    kind: smtp === null ? 'outbox' : 'smtp',
    async send(tx, { to, subject, text, replyTo = null, aboutUserId = null }) {
      const now = clock.now();
      const id = newId(now);
      const recipient = to.toLowerCase();
      await tx
        .insert(queuedEmails)
        .values({ id, recipient, subject, body: text, replyTo, aboutUserId, createdAt: now });
      await jobs.enqueue(tx, queue, { mailId: id });
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
      // Also where there is a mail server now: there may have been none before.
      await jobs.enqueue(tx, removalQueue, { mark: recipientTag(addressOrId) });
    },
  };
}

type Deliver = (mail: { id: string; message: EmailMessage }) => Promise<void>;

/** What the library throws: a code of its own, and the server's. */
type Refusal = { code?: string; responseCode?: number };

/** Milliseconds that a mail server may take for a step. */
const SMTP_TIMEOUT_MS = 20_000;

function deliverBySmtp({ url, from }: { url: string; from: string }): Deliver {
  const transport = createTransport(
    {
      url,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    },
    { from, disableFileAccess: true, disableUrlAccess: true },
  );
  return async ({ id, message }) => {
    const host = from.replace(/^.*@|>?\s*$/g, '');
    // The same id again is the same mail, where a mail server looks for it.
    const { aboutUserId: _ours, ...mail } = message;
    await transport.sendMail({ ...mail, messageId: `<${id}@${host}>` }).catch((error: Refusal) => {
      // What the server says names the address, which would stay with the job and in the log.
      throw new Error(
        `the mail server did not take a mail: ${[error.code, error.responseCode].filter(Boolean).join(' ')}`,
      );
    });
  };
}

/** One file a mail, so that a campus without a mail server can still be run: whoever runs it hands the links on. */
function deliverToOutbox(outbox: string, log: ServerContext['log']): Deliver {
  return async ({ id, message: { to, subject, text, replyTo, aboutUserId } }) => {
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const head = [
      `To: ${to}`,
      ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
      `Subject: ${subject}`,
    ];
    const marks = [to, replyTo, aboutUserId].filter((one) => one !== undefined).map(recipientTag);
    const file = join(outbox, `${id}-${marks.join('-')}.txt`);
    await writeFile(file, `${head.join('\n')}\n\n${text}\n`, { mode: 0o600 });
    // With its text, and loud: whoever runs a campus without a mail server takes the links from here, and hands them on.
    log.warn({ mail: file, to, subject, text }, 'no mail server is set: a mail was written to the outbox');
  };
}

/** Finds somebody's mails in the outbox without naming them. */
const recipientTag = (addressOrId: string) =>
  createHash('sha256').update(addressOrId.toLowerCase()).digest('hex').slice(0, 16);

async function removeMarked(outbox: string, mark: string): Promise<void> {
  const names = await namesIn(outbox);
  for (const name of names.filter((one) => one.includes(`-${mark}`)))
    await rm(join(outbox, name), { force: true });
}

/** `time` in Unix milliseconds, which the name of each file begins with. What has another name is not ours to remove. */
async function removeWrittenBefore(outbox: string, time: number): Promise<void> {
  const names = await namesIn(outbox);
  const old = names.filter((one) => {
    const [, high = '', low = ''] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[-0-9a-f]+\.txt$/.exec(one) ?? [];
    return high !== '' && Number.parseInt(high + low, 16) < time;
  });
  for (const name of old.slice(0, OUTBOX_REMOVAL_BATCH_SIZE)) await rm(join(outbox, name), { force: true });
}

/** None where no mail has been written yet. */
async function namesIn(outbox: string): Promise<string[]> {
  return readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
