import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { EmbeddedProduct } from '#tests/support/product/embedded-product.ts';
import { runCommand } from '#tests/support/product/commands.ts';
import { fillProduct } from '#tests/support/product/fill-product.ts';
import { TEST_PASSWORD } from '#tests/support/server/test-app.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

/** One backup per released version, by its name. Never changed: `fillProduct` of that version filled it. */
const ARCHIVES = join(import.meta.dirname, 'archives');
const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md');
const ARCHIVE_END = '.tar.gz';
const currentArchive = join(ARCHIVES, packageJson.version + ARCHIVE_END);

const versions = () => readdirSync(ARCHIVES).map((name) => name.slice(0, -ARCHIVE_END.length));

let folder: string;
let product: EmbeddedProduct | null;
beforeEach(() => {
  folder = mkdtempSync(join(memoryDirectory(), 'bookswap-upgrade-'));
  product = null;
});
afterEach(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true });
});

/** As the changelog says; the version of package.json is among them once it is released. */
const released = () =>
  [...readFileSync(CHANGELOG, 'utf8').matchAll(/^## (\S+)$/gm)].map(([, version]) => version!);

it('each released version has an archive; CREATE_UPGRADE_ARCHIVE=1 creates that of this version', async () => {
  if (process.env['CREATE_UPGRADE_ARCHIVE'] === '1' && !existsSync(currentArchive)) {
    const dataDir = join(folder, 'data');
    product = await EmbeddedProduct.start(dataDir);
    await fillProduct(product);
    expect(await runCommand('backup', { folder, dataDir }, currentArchive)).toMatchObject({ code: 0 });
  }
  expect(versions()).toEqual(expect.arrayContaining(released()));
});

describe.each(versions())('the data of version %s', (version) => {
  it('is restored by this version, and used', async () => {
    const dataDir = join(folder, 'data');
    const restored = await runCommand(
      'restore',
      { folder, dataDir },
      '--unsigned',
      join(ARCHIVES, version + ARCHIVE_END),
    );
    expect(restored).toMatchObject({ code: 0 });
    product = await EmbeddedProduct.start(dataDir);
    const [seller, buyer] = [await signIn('priya'), await signIn('tom')];
    const { body: books } = await product.visitor().get('/api/books?search=algorithms');
    expect(books).toMatchObject([{ title: 'Introduction to Algorithms, 4th Edition' }]);
    for (const photo of [...books[0].images, (await seller.post('/api/users/sync')).body.profileImage])
      expect((await fetch(product.address + photo)).status).toBe(200);
    const [conversation] = (await seller.get('/api/conversations')).body;
    const { body: messages } = await seller.get(`/api/conversations/${conversation.id}/messages`);
    expect(JSON.stringify(messages)).toContain('\\\\backslashes and 📚');
    const content = 'From the next version.';
    const message = { conversationId: conversation.id, content, clientMessageId: crypto.randomUUID() };
    expect((await buyer.post('/api/messages', message)).status).toBe(200);
    expect((await buyer.get('/api/favorites')).body).toHaveLength(1);
    expect((await seller.get('/api/payments')).status).toBe(200);
    await expectCarriedOver();
    expect((await seller.delete(`/api/books/${books[0].id}`)).status).toBeLessThan(300);
  });
});

/** What waited in the former tables of notifications waits in that of this version, once. */
async function expectCarriedOver() {
  const { jobs, database } = product!.app.context;
  for (const name of ['carry-over-messages', 'send-push-notification']) await jobs.runNow(name);
  const { rows } = await database.pool
    .query(`SELECT (SELECT count(*) FROM pending_push_notifications)::int AS pushes,
    (SELECT count(*) FROM unread_message_emails)::int AS emails,
    (SELECT count(*) FROM notifications WHERE kind = 'message' AND (push_to <> '{}' OR push_result IS NOT NULL))::int AS "carriedPushes",
    (SELECT count(*) FROM notifications n JOIN messages m ON m.conversation_id = n.subject_id AND m.seq = n.seq
      WHERE n.mail_at IS NOT NULL AND m.content <> 'From the next version.')::int AS "carriedEmails"`);
  expect(rows).toEqual([{ pushes: 0, emails: 0, carriedPushes: 1, carriedEmails: 2 }]);
}

/** With the password that the user had in that version. */
async function signIn(name: 'priya' | 'tom') {
  const client = product!.visitor();
  await client.signIn(`${name}@northfield.example`, TEST_PASSWORD);
  return client;
}
