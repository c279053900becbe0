import { describe, expect, it } from 'vitest';
import { hideListing, showListing } from '#tests/support/product/hide-listing.ts';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();

const row = async (id: string) =>
  (await world.app.database.pool.query('SELECT * FROM books WHERE id = $1', [id])).rows[0];
const terms = async () =>
  (await world.app.database.pool.query('SELECT term, ndoc FROM search_terms ORDER BY term')).rows;
const inDays = (days: number) => new Date(world.app.clock.now().getTime() + days * 86_400_000).toISOString();
const mine = async (id: string) => (await world.seller.get(`/api/books/mine/${id}`)).body;
const isPublic = async (id: string) => (await world.app.visitor().get(`/api/books/${id}`)).status === 200;
const runJob = (name: string) => world.app.app.context.jobs.runNow(name);
const boost = (id: string, until: string) =>
  world.app.database.pool.query('UPDATE books SET is_boosted = true, boosted_until = $2 WHERE id = $1', [
    id,
    until,
  ]);

describe('a hidden listing', () => {
  it('is shown again exactly as it was once the last reason is gone', async () => {
    const { id } = await world.createBook();
    await boost(id, inDays(2));
    const [before, words] = [await row(id), await terms()];
    await hideListing(world.app, id, 'review');
    await hideListing(world.app, id, 'measure');
    await hideListing(world.app, id, 'measure');
    expect(await mine(id)).toMatchObject({ hiddenBy: 'measure', isActive: false });
    expect(await terms()).toEqual([]);
    await showListing(world.app, id, 'measure');
    expect(await mine(id)).toMatchObject({ hiddenBy: 'review' });
    await showListing(world.app, id, 'pause');
    expect(await isPublic(id)).toBe(false);
    await showListing(world.app, id, 'review');
    expect(await row(id)).toEqual(before);
    expect(await terms()).toEqual(words);
    expect(await mine(id)).not.toHaveProperty('hiddenBy');
  });

  it('gets back the time and the boost that it lost, and is not asked about or expired meanwhile', async () => {
    const { id } = await world.createBook();
    await boost(id, inDays(3));
    world.app.clock.advance({ days: 1 });
    await hideListing(world.app, id);
    world.app.clock.advance({ days: 200 });
    for (const job of ['expire-listings', 'expire-boosts', 'ask-to-renew']) await runJob(job);
    expect(await mine(id)).toMatchObject({
      expiresAt: inDays(119),
      boostedUntil: inDays(2),
      isBoosted: true,
    });
    await showListing(world.app, id);
    await runJob('expire-boosts');
    const shown = (await world.app.visitor().get(`/api/books/${id}`)).body;
    expect(shown).toMatchObject({ expiresAt: inDays(119), boostedUntil: inDays(2), isActive: true });
  });

  it('expires once it is shown if its time was over before', async () => {
    const { id } = await world.createBook();
    world.app.clock.advance({ days: 121 });
    await hideListing(world.app, id);
    world.app.clock.advance({ days: 10 });
    await showListing(world.app, id);
    expect((await world.app.visitor().get(`/api/books/${id}`)).body.isActive).toBe(false);
    await runJob('expire-listings');
    expect(await row(id)).toMatchObject({ is_active: false, is_expired: true });
  });

  it('stays hidden through each action of its seller, and gains no time', async () => {
    const { id } = await world.createBook();
    await hideListing(world.app, id);
    world.app.clock.advance({ days: 30 });
    const edits = [
      () => world.seller.patch(`/api/books/${id}`, { title: 'Another title' }),
      () => world.seller.post(`/api/books/${id}/renew`),
      () => world.seller.patch(`/api/books/${id}`, { isSold: true }),
      () => world.seller.patch(`/api/books/${id}`, { isSold: false }),
      async () => {
        await world.seller.delete(`/api/books/${id}`);
        return world.seller.post(`/api/books/${id}/restore`);
      },
    ];
    for (const edit of edits) {
      const { status, body } = await edit();
      expect({ status, hiddenBy: body.hiddenBy, isActive: body.isActive }).toEqual({
        status: 200,
        hiddenBy: 'measure',
        isActive: false,
      });
      expect(await isPublic(id)).toBe(false);
    }
    expect(await world.listBooks()).toEqual([]);
    world.app.clock.advance({ days: 30 });
    await showListing(world.app, id);
    const shown = (await world.app.visitor().get(`/api/books/${id}`)).body;
    expect(shown).toMatchObject({ title: 'Another title', expiresAt: inDays(120), isActive: true });
  });

  it('that is sold meanwhile is shown as sold, and one that is deleted stays deleted', async () => {
    const [sold, deleted] = [await world.createBook(), await world.createBook()];
    for (const { id } of [sold, deleted]) await hideListing(world.app, id);
    await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
    await world.seller.delete(`/api/books/${deleted.id}`);
    for (const { id } of [sold, deleted]) await showListing(world.app, id);
    expect((await world.app.visitor().get(`/api/books/${sold.id}`)).body).toMatchObject({ isActive: false });
    expect(await isPublic(deleted.id)).toBe(false);
    expect(await world.listBooks()).toEqual([]);
  });

  it('still counts among the listings that a seller may have', async () => {
    const { id } = await world.createBook();
    const places = async () => (await world.seller.get('/api/books/allowance')).body.places;
    const before = await places();
    await hideListing(world.app, id);
    expect(await places()).toBe(before);
  });

  it('cannot be boosted, and is nobody else’s', async () => {
    const { id } = await world.createBook();
    await hideListing(world.app, id);
    expect((await world.buyer.get(`/api/books/mine/${id}`)).status).toBe(404);
    expect((await world.app.visitor().get(`/api/books/mine/${id}`)).status).toBe(401);
    expect((await world.seller.post('/api/create-payment-intent', { bookId: id })).body.code).toBe(
      'listing-not-active',
    );
  });
});

describe('others and a hidden listing', () => {
  it('cannot save, ask about, report or view it', async () => {
    const { id } = await world.createBook();
    await hideListing(world.app, id);
    const refusals = [
      world.buyer.post('/api/favorites/toggle', { bookId: id, favorited: true }),
      world.buyer.post('/api/conversations', { bookId: id }),
      world.buyer.post('/api/reports', { kind: 'book', id, reason: 'spam' }),
      world.buyer.get(`/api/books/${id}/slip`),
    ];
    for (const reply of await Promise.all(refusals))
      expect([reply.status, reply.body.code]).toEqual([404, 'book-not-found']);
  });

  it('keep what is agreed: messages, reservation, meeting and handover go on, new offers do not', async () => {
    const { id } = await world.createBook();
    await world.reserve(id);
    const conversationId = await world.openConversation(id);
    await hideListing(world.app, id);
    const read = async () => (await world.buyer.get(`/api/conversations/${conversationId}`)).body;
    expect(await world.openConversation(id)).toBe(conversationId);
    expect((await world.sendMessage(conversationId, 'See you at noon')).id).toBeDefined();
    expect(await read()).toMatchObject({ book: { state: 'gone', isHidden: true, images: [] } });
    const { reservation } = await read();
    const code = reservation.code;
    const confirmed = await world.seller.post(`/api/reservations/${reservation.id}/confirm`, { code });
    expect(confirmed.status).toBe(200);
    expect(await read()).toMatchObject({ book: { state: 'sold', isHidden: true } });
  });

  it('wait with an offer that was made before: it can be accepted once the listing is shown again', async () => {
    const { id } = await world.createBook();
    const conversationId = await world.openConversation(id);
    const offer = (await world.buyer.post(`/api/conversations/${conversationId}/offers`, { amount: 5_000 }))
      .body;
    await hideListing(world.app, id);
    const accept = () => world.seller.post(`/api/offers/${offer.id}/accept`);
    expect((await accept()).body.code).toBe('book-unavailable');
    expect((await world.seller.post(`/api/conversations/${conversationId}/reservations`, {})).status).toBe(
      409,
    );
    await showListing(world.app, id);
    expect((await accept()).body).toMatchObject({ state: 'accepted' });
  });

  it('are alerted of a listing that they want when it is shown, and once', async () => {
    const alerts = async () =>
      (await world.app.database.pool.query('SELECT book_id FROM wanted_alerts ORDER BY created_at')).rows.map(
        (alert) => alert.book_id,
      );
    const { id } = await world.createBook();
    await hideListing(world.app, id, 'review');
    expect((await world.buyer.post('/api/wanted', { isbn: '9780262046305' })).status).toBeLessThan(300);
    expect(await alerts()).toEqual([]);
    await showListing(world.app, id, 'review');
    await expect.poll(alerts).toEqual([id]);
    await hideListing(world.app, id);
    await showListing(world.app, id);
    world.app.clock.advance({ seconds: 1 });
    const later = await world.createBook();
    await expect.poll(alerts).toEqual([id, later.id]);
  });
});
