import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { recordAdminAction } from './public.ts';
import { auditEntries } from './table.ts';

let app: TestApp;
let admin: TestClient;

beforeAll(async () => {
  app = await TestApp.start();
  admin = await app.signedInClient('Ruth Ellery', 'ruth@northfield.example');
  await app.database.transaction((tx) => grantAdmin(tx, 'ruth@northfield.example'));
});
afterAll(() => app.stop());

type Recorded = Parameters<typeof recordAdminAction>[1];
const recordAction = (recorded: Omit<Recorded, 'now'>) =>
  app.database.transaction((tx) => recordAdminAction(tx, { ...recorded, now: app.clock.now() }));
const record = (actorId: string | null, id: string) =>
  recordAction({ actorId, action: 'user-deleted', target: { kind: 'user', id }, details: { listings: 2 } });

it('is paged, the newest first, with the current names of the actors', async () => {
  const gone = crypto.randomUUID();
  for (const actorId of [null, gone, admin.id]) {
    app.clock.advance({ minutes: 1 });
    await record(actorId, crypto.randomUUID());
  }
  const first = await admin.get('/api/admin/audit?limit=2');
  expect(first.body).toMatchObject([
    {
      actor: { id: admin.id, name: 'Ruth Ellery' },
      action: 'user-deleted',
      targetKind: 'user',
      details: { listings: 2 },
      at: app.clock.now().toISOString(),
    },
    { actor: { id: gone, name: null } },
  ]);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')![1]!;
  const last = await admin.get(next);
  expect(last.body).toMatchObject([{ actor: null }]);
  expect(last.headers.get('link')).toBeNull();
  expect((await admin.get('/api/admin/audit?cursor=x')).status).toBe(400);
});

it('names the user an entry is about, by their current name', async () => {
  const seller = await app.signedInClient('Maya Lindgren');
  const gone = crypto.randomUUID();
  await record(admin.id, gone);
  const target = { kind: 'book', id: crypto.randomUUID() } as const;
  const actorId = admin.id;
  await recordAction({ actorId, action: 'book-deleted', target, details: { seller: seller.id } });
  await recordAction({ actorId, action: 'textbooks-seeded', details: { listings: 5 } });
  expect((await admin.get('/api/admin/audit?limit=3')).body).toMatchObject([
    { action: 'textbooks-seeded', person: null },
    { action: 'book-deleted', person: { id: seller.id, name: 'Maya Lindgren' } },
    { action: 'user-deleted', person: { id: gone, name: null } },
  ]);
});

it('can be neither changed, deleted nor truncated', async () => {
  await record(admin.id, crypto.randomUUID());
  const change = app.database.orm.update(auditEntries).set({ actorId: null });
  await expect(change).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } });
  const removal = app.database.orm.delete(auditEntries);
  await expect(removal).rejects.toMatchObject({ cause: { message: expect.stringContaining('append-only') } });
  await expect(app.database.pool.query('TRUNCATE audit_entries')).rejects.toThrow('append-only');
});

it('is written in the same transaction as the action', async () => {
  const before = await app.database.orm.$count(auditEntries);
  const failing = app.database.transaction(async (tx) => {
    await recordAdminAction(tx, { actorId: admin.id, action: 'book-deleted', now: app.clock.now() });
    throw new Error('the work failed');
  });
  await expect(failing).rejects.toThrow('the work failed');
  expect(await app.database.orm.$count(auditEntries)).toBe(before);
});
