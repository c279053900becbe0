import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteUnattachedPhotos } from '#features/photos/server/delete-unattached-photos.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let bookId: string;
let conversationId: string;
let photo: string;
beforeAll(async () => (world = await TestWorld.open()));
beforeEach(async () => {
  await world.clear();
  photo = await uploadPhoto(world.app, world.seller);
  const listing = { price: 5_400, description: 'Clean.', images: [photo] };
  bookId = (await world.createBook({ ...listing, conditionDetails: { notes: 'none' } })).id;
  conversationId = await world.openConversation(bookId);
});
afterAll(() => world.app.stop());

const makeOffer = async (): Promise<string> => {
  const offer = { amount: 4_800, clientMessageId: randomUUID() };
  return (await world.buyer.post(`/api/conversations/${conversationId}/offers`, offer)).body.id;
};
const acceptOffer = async (id?: string) => {
  id ??= await makeOffer();
  expect((await world.seller.post(`/api/offers/${id}/accept`, {})).status).toBe(200);
};
const edit = async (changes: object) => {
  expect((await world.seller.patch(`/api/books/${bookId}`, changes)).status).toBe(200);
};
/** What the buyer reads of it: each line as its text, which clients without events show, and its parts. */
const told = async (kind = 'changed-since-reserved') =>
  (await world.buyer.get(`/api/conversations/${conversationId}/messages`)).body.flatMap(
    ({ content, event }: { content: string; event: { kind: string; changes?: string[] } | null }) =>
      event?.kind === kind ? [[content, event.changes]] : [],
  );

describe('a reserved listing that its seller changes', () => {
  it.each([
    ['price', { price: 5_000 }],
    ['condition', { conditionDetails: { notes: 'heavy' } }],
    ['photos', { images: [] }],
    ['description', { description: 'Water damage.' }],
  ])('tells the buyer: %s', async (part, changes) => {
    await acceptOffer();
    await edit(changes);
    expect(await told()).toEqual([[`Changed since reserved: ${part}`, [part]]]);
  });

  it('names several parts in one line, and each of them once', async () => {
    await acceptOffer();
    await edit({
      description: 'Torn.',
      images: [],
      price: 6_000,
      conditionDetails: { flaws: ['loose pages'] },
    });
    const all = ['price', 'condition', 'photos', 'description'];
    expect(await told()).toEqual([[`Changed since reserved: ${all.join(', ')}`, all]]);
    for (const price of [5_900, 5_800, 5_700]) await edit({ price, description: `Torn, ${price}.` });
    expect(await told()).toHaveLength(1);
  });

  it('tells nothing if nothing has changed, and before and after the reservation', async () => {
    await edit({ price: 5_300 });
    await acceptOffer();
    await edit({ price: 5_300, description: 'Clean.', images: [photo], courses: ['CS 101'] });
    expect(await told()).toEqual([]);
    world.app.clock.advance({ days: 4 });
    await edit({ price: 5_000 });
    expect(await told()).toEqual([]);
  });

  it('tells it after the sale, too, until the book is available again', async () => {
    await acceptOffer();
    const { body } = await world.buyer.get(`/api/conversations/${conversationId}`);
    const { id, code } = body.reservation;
    expect((await world.seller.post(`/api/reservations/${id}/confirm`, { code })).status).toBe(200);
    await edit({ description: 'Sold as seen.' });
    expect(await told()).toEqual([['Changed since reserved: description', ['description']]]);
  });

  it('tells it after a named sale, but not once that is undone', async () => {
    await acceptOffer();
    await world.sendMessage(conversationId, 'See you!', world.buyer);
    await world.seller.post(`/api/books/${bookId}/named-sale`, { buyerId: world.buyer.id });
    await edit({ price: 5_000 });
    expect(await told()).toHaveLength(1);
    await edit({ isSold: false });
    await edit({ description: 'For the next one.' });
    expect(await told()).toHaveLength(1);
  });
});

describe('a listing that its seller changes while an offer waits', () => {
  it.each([
    ['title', { title: 'Another book' }],
    ['title', { author: 'Another author' }],
    ['condition', { condition: 'Poor' }],
    ['condition', { conditionDetails: { notes: 'heavy' } }],
    ['photos', { images: [] }],
    ['description', { description: 'Water damage.' }],
  ])('tells the buyer once the offer is accepted: %s', async (part, changes) => {
    const id = await makeOffer();
    await edit(changes);
    expect(await told('changed-since-offered')).toEqual([]);
    await acceptOffer(id);
    expect(await told('changed-since-offered')).toEqual([[`Changed since offered: ${part}`, [part]]]);
    await edit({ description: 'Clean as it was.' });
    expect(await told()).toHaveLength(1);
  });

  it('tells nothing of what is as it was, nor of the price', async () => {
    const id = await makeOffer();
    await edit({ description: 'Torn.', price: 5_000 });
    await edit({ description: 'Clean.', courses: ['CS 101'] });
    await acceptOffer(id);
    expect(await told('changed-since-offered')).toEqual([]);
  });

  it('shows nothing of what is stored with the offer', async () => {
    await makeOffer();
    const { body } = await world.seller.get(`/api/conversations/${conversationId}/messages`);
    expect(body.at(-1).offer).not.toHaveProperty('listing');
  });
});

it('what was agreed on is kept with the reservation, and so are its photos', async () => {
  await acceptOffer();
  await edit({ price: 6_000, images: [], description: 'Torn.' });
  world.app.clock.advance({ days: 2 });
  const { database, storage } = world.app.app.context;
  await deleteUnattachedPhotos(database, storage, world.app.clock.now());
  const { body } = await world.buyer.get('/api/users/me/export');
  expect(body.offers.reservations).toMatchObject([
    {
      price: 4_800,
      agreed: {
        askingPrice: 5_400,
        condition: 'Like New',
        conditionDetails: { notes: 'none' },
        images: [photo],
        description: 'Clean.',
      },
    },
  ]);
  expect((await fetch(world.app.address + photo)).status).toBe(200);
});
