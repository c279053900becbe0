import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LOOK_MS, TestNeighbors } from '#tests/support/markets/test-neighbors.ts';

/** By the clock of the machine and by that of the test. */
const LIMIT = { timeout: 5_000, interval: LOOK_MS };
const CANARY = 'zanzibarine';

let neighbors: TestNeighbors;
const world = (name: string) => neighbors.markets.world(name);
const campus = (name: string) => `${name} campus`;

beforeAll(async () => {
  neighbors = await TestNeighbors.open(['northfield', 'westfield', 'eastfield']);
}, 120_000);
afterAll(() => neighbors.stop());
beforeEach(async () => {
  await neighbors.control('DELETE FROM control.neighbors');
  await neighbors.control('TRUNCATE control.shared_listings');
  for (const name of ['northfield', 'westfield', 'eastfield']) await world(name).clear();
});

const shownAtNorthfield =
  (query = '') =>
  () =>
    neighbors.shownAt('northfield', query);
/** Listed one after the other: the newest comes first. */
const list = async (details: object) => {
  neighbors.markets.clock.advance(10);
  return world('westfield').createBook(details);
};
const titles = (...listed: string[]) => ({ [campus('westfield')]: listed });

it('needs both: listings appear after the second administrator has agreed, on both sides and nowhere else', async () => {
  await world('westfield').createBook({ title: 'Design Patterns' });
  await world('northfield').createBook({ title: 'Calculus' });
  const [north, west] = [neighbors.hostOf('northfield'), neighbors.hostOf('westfield')];
  const proposed = await neighbors
    .admin('northfield')
    .post('/api/admin/neighbors', { host: ` HTTP://${west}/ ` });
  expect(proposed).toMatchObject({
    status: 200,
    body: { isPossible: true, neighbors: [{ host: west, state: 'proposed' }] },
  });
  const received = await neighbors.admin('westfield').get('/api/admin/neighbors');
  expect(received.body.neighbors).toMatchObject([
    { host: north, state: 'received', name: campus('northfield') },
  ]);
  // The one who proposes cannot agree for the other.
  const confirm = (name: string, host: string) =>
    neighbors.admin(name).post(`/api/admin/neighbors/${host}/confirm`, {});
  expect((await confirm('northfield', west)).status).toBe(404);
  expect(await neighbors.shownAt('northfield')).toEqual({});
  expect(await neighbors.shownAt('westfield')).toEqual({});

  expect((await confirm('westfield', north)).body.neighbors).toMatchObject([{ state: 'agreed' }]);
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Design Patterns'));
  await expect
    .poll(() => neighbors.shownAt('westfield'), LIMIT)
    .toEqual({ [campus('northfield')]: ['Calculus'] });
  expect(await neighbors.shownAt('eastfield')).toEqual({});
  const actions = async (name: string) =>
    (await neighbors.admin(name).get('/api/admin/audit')).body.map(
      ({ action }: { action: string }) => action,
    );
  expect(await actions('northfield')).toContain('neighbor-proposed');
  expect(await actions('westfield')).toContain('neighbor-confirmed');
});

it('shares facts only, and links to the other campus', async () => {
  const { seller, buyer } = world('westfield');
  const renamed = await seller.send('PATCH', '/api/users/me', { name: `Priya ${CANARY}` });
  const book = await world('westfield').createBook({ title: 'Linear Algebra', description: `Ask ${CANARY}` });
  const conversationId = await world('westfield').openConversation(book.id);
  const sent = await buyer.post('/api/messages', { conversationId, content: `Hello ${CANARY}` });
  expect([renamed.status, sent.status, book.description]).toEqual([200, 200, `Ask ${CANARY}`]);
  await neighbors.agree('northfield', 'westfield');
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Linear Algebra'));
  const { body } = await world('northfield').app.visitor().get('/api/neighbors/listings?search=linear');
  const origin = neighbors.markets.addressOf('westfield');
  expect(body.neighbors).toMatchObject([
    {
      url: `${origin}/?search=linear`,
      listings: [{ id: book.id, url: `${origin}/book/${book.id}`, price: 6800 }],
    },
  ]);
  const stored = await neighbors.control('SELECT to_jsonb(l)::text FROM control.shared_listings l');
  expect(stored).toHaveLength(1);
  const everything = JSON.stringify([body, stored]);
  for (const secret of [CANARY, seller.id, buyer.id]) expect(everything).not.toContain(secret);
});

it('shows what passes the filters, as far as the facts say', async () => {
  await neighbors.agree('northfield', 'westfield');
  await list({ title: 'Álgebra lineal', price: 1000, condition: 'Good', isbn: '978-0-201-63361-0' });
  await list({ title: 'Organic Chemistry', price: 4000, subject: 'Chemistry', isbn: null });
  await expect.poll(async () => (await shownAtNorthfield()())[campus('westfield')]?.length, LIMIT).toBe(2);
  const found = async (query: string) => (await shownAtNorthfield(query)())[campus('westfield')] ?? [];
  expect(await found('?search=algebra%20lin')).toEqual(['Álgebra lineal']);
  expect(await found('?search=0-201-63361-2')).toEqual(['Álgebra lineal']);
  expect(await found('?search=cormen%20organic')).toEqual(['Organic Chemistry']);
  expect(await found("?search='%20|%20chem")).toEqual(['Organic Chemistry']);
  expect(await found('?subject=Chemistry')).toEqual(['Organic Chemistry']);
  expect(await found('?maxPrice=1000')).toEqual(['Álgebra lineal']);
  expect(await found('?minCondition=Excellent')).toEqual(['Organic Chemistry']);
  expect(await found('?sort=price')).toEqual(['Álgebra lineal', 'Organic Chemistry']);
  for (const nothing of ['?hasPhotos=1', '?course=MATH101', '?accessCode=unused', '?search=physics'])
    expect(await found(nothing)).toEqual([]);
});

it('drops what is sold, reserved, deleted or expired, and renames what is edited, within five seconds', async () => {
  await neighbors.agree('northfield', 'westfield');
  const { seller } = world('westfield');
  const [sold, deleted, reserved, edited] = [
    await list({ title: 'Sold' }),
    await list({ title: 'Deleted' }),
    await list({ title: 'Reserved' }),
    await list({ title: 'Edited' }),
  ];
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Edited', 'Reserved', 'Deleted', 'Sold'));
  expect((await seller.send('PATCH', `/api/books/${sold.id}`, { isSold: true })).status).toBe(200);
  await seller.send('DELETE', `/api/books/${deleted.id}`);
  await seller.send('PATCH', `/api/books/${edited.id}`, { title: 'Renamed' });
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Renamed', 'Reserved'));
  await world('westfield').reserve(reserved.id);
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Renamed'));
  // The time decides, before any job.
  await neighbors.control('UPDATE control.shared_listings SET ends_at = $1', [neighbors.markets.clock.now()]);
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual({});
});

it('shows nothing of a campus that is paused or deleted', async () => {
  await neighbors.agree('northfield', 'westfield');
  await world('westfield').createBook({ title: 'Biology' });
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Biology'));
  const setState = (state: string) =>
    neighbors.control('UPDATE control.markets SET state = $1 WHERE number = 2', [state]);
  await setState('paused');
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual({});
  await setState('active');
  await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Biology'));
  await neighbors.control(`UPDATE control.markets SET deleted_at = now() WHERE number = 2`);
  try {
    await expect.poll(shownAtNorthfield(), LIMIT).toEqual({});
    expect(await neighbors.control('SELECT market FROM control.shared_listings WHERE market = 2')).toEqual(
      [],
    );
  } finally {
    await neighbors.control(`UPDATE control.markets SET deleted_at = NULL WHERE number = 2`);
  }
});

it('ends from either side within five seconds, and nothing stays in the directory', async () => {
  for (const ending of ['northfield', 'westfield']) {
    await world('westfield').clear();
    await world('westfield').createBook({ title: 'Physics' });
    await neighbors.agree('northfield', 'westfield');
    await expect.poll(shownAtNorthfield(), LIMIT).toEqual(titles('Physics'));
    const other = ending === 'northfield' ? 'westfield' : 'northfield';
    const ended = await neighbors
      .admin(ending)
      .send('DELETE', `/api/admin/neighbors/${neighbors.hostOf(other)}`);
    expect(ended).toMatchObject({ status: 200, body: { neighbors: [] } });
    await expect.poll(shownAtNorthfield(), LIMIT).toEqual({});
    expect(await neighbors.control('SELECT id FROM control.shared_listings')).toEqual([]);
    // The side that was not asked learns of it with its next change, and keeps nothing more.
    await world('westfield').createBook({ title: 'Later' });
    await expect
      .poll(
        async () =>
          (await neighbors.markets.database('westfield').pool.query('SELECT FROM neighbor_sharing')).rowCount,
        LIMIT,
      )
      .toBe(0);
    expect(await neighbors.control('SELECT id FROM control.shared_listings')).toEqual([]);
  }
});

it('lets a market write its rows alone', async () => {
  await neighbors.agree('northfield', 'westfield');
  await world('northfield').createBook({ title: 'Mine' });
  await expect.poll(() => neighbors.shownAt('westfield'), LIMIT).not.toEqual({});
  const before = await neighbors.control('SELECT to_jsonb(l)::text FROM control.shared_listings l');
  const gone = `(SELECT array_agg(id) FROM control.shared_listings)`;
  for (const statement of [
    'SELECT * FROM control.shared_listings',
    'SELECT * FROM control.markets',
    'DELETE FROM control.shared_listings',
    `INSERT INTO control.neighbors VALUES (1, 3, now(), now())`,
    `SELECT control.share_listings('[]', ${gone})`,
    `SELECT control.calling_market()`,
  ])
    await expect(neighbors.asMarket(3, statement)).rejects.toThrow('permission denied');
  const ids = (await neighbors.control('SELECT id::text FROM control.shared_listings')).join();
  await neighbors.asMarket(2, `SELECT control.share_listings('[]', '{${ids}}')`);
  await neighbors.asMarket(3, `SELECT control.end_neighbor(1), control.confirm_neighbor(1)`);
  expect(await neighbors.control('SELECT to_jsonb(l)::text FROM control.shared_listings l')).toEqual(before);
  expect(await neighbors.shownAt('westfield')).toEqual({ [campus('northfield')]: ['Mine'] });
});

it('is for administrators, knows other campuses only, and has at most five', async () => {
  const { buyer } = world('northfield');
  expect((await buyer.get('/api/admin/neighbors')).status).toBe(403);
  const propose = (host: string) => neighbors.admin('northfield').post('/api/admin/neighbors', { host });
  for (const host of ['nowhere.example', neighbors.hostOf('northfield')])
    expect(await propose(host)).toMatchObject({ status: 404, body: { code: 'neighbor-not-found' } });
  expect(await neighbors.asMarket(1, 'SELECT control.propose_neighbor(3, 0) AS it')).toEqual([
    { it: 'too-many' },
  ]);
});
