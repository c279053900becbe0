import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isStaffRole } from '#platform/shared/team/staff-roles.ts';
import { EmbeddedProduct } from '#tests/support/product/embedded-product.ts';
import { SmallDisk } from '#tests/support/product/small-disk.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';

const RETURN_MS = 30_000;
const refused = { status: 507, body: { code: 'disk-nearly-full', status: 507 } };

/** What changes data and goes on. An endpoint that is new is refused, unless it is added here. */
const notRefused = [
  'PATCH /api/messages/:id/read',
  'PATCH /api/users/me/notifications',
  'POST /api/appeals',
  'POST /api/appeals/read',
  'POST /api/auth/change-password',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/send-verification-email',
  'POST /api/auth/verify-email',
  'POST /api/books/:id/restore',
  'POST /api/meetings/:id/cancel',
  'POST /api/notices/confirm',
  'POST /api/offers/:id/decline',
  'POST /api/offers/:id/withdraw',
  'POST /api/payments/settle',
  'POST /api/price-notices/seen',
  'POST /api/reservations/:id/cancel',
  'POST /api/reservations/:id/confirm',
  'POST /api/subscription/cancel',
  'POST /api/subscription/resume',
  'POST /api/users/sync',
  'PUT /api/blocks/:userId',
  'PUT /api/users/me/push-token',
];

describe('a disk that is nearly full', () => {
  let free = 10 ** 12;
  let world: TestWorld;
  afterEach(() => world.app.stop());

  it('refuses what users add, over HTTP and the socket, until there is space; the rest goes on', async () => {
    world = await TestWorld.open({ freeBytes: async () => free });
    const book = await world.createBook();
    const conversationId = await world.openConversation(book.id);
    const { buyer, seller } = world;
    const socket = await buyer.connect();
    free = 10 ** 7;
    await expect.poll(() => seller.post('/api/books', algorithms)).toMatchObject(refused);
    const additions: [TestClient, 'POST' | 'PATCH', string, object][] = [
      [seller, 'PATCH', `/api/books/${book.id}`, { title: 'Another title' }],
      [buyer, 'POST', '/api/conversations', { bookId: book.id }],
      [buyer, 'POST', '/api/messages', { conversationId, content: 'Hello' }],
      [buyer, 'POST', '/api/favorites/toggle', { bookId: book.id, favorited: true }],
      [buyer, 'POST', '/api/reports', { kind: 'book', id: book.id, reason: 'other', text: 'x' }],
      [seller, 'POST', '/api/create-payment-intent', { bookId: book.id, amount: 2.99 }],
      [seller, 'POST', '/api/create-adfree-purchase', {}],
    ];
    for (const [client, method, path, body] of additions) {
      const reply = await client.send(method, path, body);
      expect([path, reply.status, reply.body.code]).toEqual([path, 507, 'disk-nearly-full']);
      expect(reply.headers.get('retry-after')).toBe('60');
    }
    const clientMessageId = crypto.randomUUID();
    socket.send({ type: 'send_message', conversationId, content: 'Hello', clientMessageId });
    expect(await socket.next('error')).toMatchObject({ code: 'disk-nearly-full', clientMessageId });
    expect((await buyer.get(`/api/books/${book.id}`)).status).toBe(200);
    expect((await buyer.post('/api/users/sync')).status).toBe(200);
    expect((await world.app.signedInClient('Una')).id).not.toBe('');
    expect((await buyer.send('PUT', `/api/blocks/${seller.id}`)).status).toBeLessThan(300);
    expect((await seller.delete(`/api/books/${book.id}`)).status).toBeLessThan(300);
    free = 10 ** 12;
    await expect.poll(async () => (await seller.post('/api/books', algorithms)).status).toBe(201);
  });

  it('refuses every endpoint that changes data of users, except those that are named', async () => {
    world = await TestWorld.open({ freeBytes: async () => free });
    free = 10 ** 7;
    await expect.poll(() => world.seller.post('/api/books', algorithms)).toMatchObject(refused);
    const goOn: string[] = [];
    for (const [key, { endpoint }] of world.app.app.context.endpoints.mounted) {
      const [method = '', path = ''] = key.split(' ');
      if (!['POST', 'PUT', 'PATCH'].includes(method) || isStaffRole(endpoint.auth)) continue;
      const reply = await world.seller.send(method, path.replaceAll(/:\w+/g, randomUUID()), {});
      if (reply.body?.code !== 'disk-nearly-full') goOn.push(key);
    }
    expect(goOn.toSorted()).toEqual(notRefused);
  });
});

describe.skipIf(!SmallDisk.canMount)('the embedded database on a small disk', () => {
  it('refuses before the disk is full, survives a full one, and loses nothing acknowledged', async () => {
    const disk = SmallDisk.mount(700)!;
    const product = await EmbeddedProduct.start(join(disk.folder, 'data'));
    try {
      const seller = product.visitor();
      await seller.signUp('Priya', 'priya@northfield.example');
      for (const table of ['users', 'identity_users'])
        await product.database.pool.query(`UPDATE ${table} SET email_verified = true`);
      const { id } = (await seller.post('/api/books', algorithms)).body;
      disk.fillUntil(100);
      await expect.poll(() => seller.post('/api/books', algorithms)).toMatchObject(refused);
      expect((await seller.get(`/api/books/${id}`)).status).toBe(200);
      const acknowledged = await writeUntilFull(product, disk);
      disk.clear();
      const post = async () => (await seller.post('/api/books', algorithms)).status;
      await expect.poll(post, { timeout: RETURN_MS }).toBe(201);
      const { rows } = await product.database.pool.query('SELECT count(*) AS n FROM ballast');
      expect(rows[0].n).toBeGreaterThanOrEqual(acknowledged);
      expect((await seller.get(`/api/books/${id}`)).status).toBe(200);
    } finally {
      await product.stop();
      disk.unmount();
    }
  });
});

/** Writes past the product's refusal, until PostgreSQL has no space. Returns the number of stored rows. */
async function writeUntilFull({ database }: EmbeddedProduct, disk: SmallDisk): Promise<number> {
  await database.pool.query('CREATE TABLE ballast (filling text)');
  await database.pool.query('ALTER TABLE ballast ALTER filling SET STORAGE EXTERNAL');
  disk.fillUntil(20);
  for (let stored = 0; ; stored += 1)
    try {
      await database.pool.query(`INSERT INTO ballast VALUES (repeat('x', 1000000))`);
    } catch {
      disk.fillUntil(0);
      return stored;
    }
}
