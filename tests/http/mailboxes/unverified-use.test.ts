/** Strangers sign up with spellings of an address: what they do is not held against its owner. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dailyBudgets, unverifiedBudget } from '#features/accounts/budget-rules.ts';
import { openVerificationLink } from '#tests/support/product/open-verification-link.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ unlimited: false });
});
beforeEach(() => world.clear());
afterAll(() => world.app.stop());

const signUp = (email: string) => world.app.signedInClient('Maya', email);
const verified = async (email: string) => {
  const user = await signUp(email);
  expect((await openVerificationLink(world.app, user)).status).toBe(200);
  return user;
};
const leave = ({ id }: TestClient) => world.app.app.accounts.deleteUser(id);
const listing = { title: 'Linear Algebra', author: 'Gilbert Strang', subject: 'Mathematics' };
const post = async (user: TestClient) =>
  (await user.post('/api/books', { ...listing, condition: 'Good', price: 1_000 })).status;
const useUp = (user: TestClient, amount: number) => setUsage(world.app, user.id, 'listings', amount);

describe('what deleted accounts of a mailbox have used today', () => {
  it('is held against verified accounts if they were verified, and against others always', async () => {
    const stranger = await signUp('victim+1@northfield.example');
    await useUp(stranger, unverifiedBudget('listings'));
    expect(await post(stranger)).toBe(429);
    await leave(stranger);
    expect(await post(await signUp('victim+2@northfield.example'))).toBe(429);
    const owner = await verified('victim@northfield.example');
    expect(await post(owner)).toBe(201);
    await useUp(owner, dailyBudgets.listings);
    await leave(owner);
    expect(await post(await verified('victim+3@northfield.example'))).toBe(429);
  });

  it('of strangers ends for an account once it is verified', async () => {
    const stranger = await signUp('reader+1@northfield.example');
    await useUp(stranger, unverifiedBudget('listings') - 1);
    await setUsage(world.app, stranger.id, 'pace new-conversation', 90_000);
    await leave(stranger);
    const owner = await signUp('reader@northfield.example');
    expect([await post(owner), await post(owner)]).toEqual([201, 429]);
    const start = async () => (await owner.post('/api/conversations', { bookId })).status;
    const { id: bookId } = await world.createBook();
    expect(await start()).toBe(429);
    expect((await openVerificationLink(world.app, owner)).status).toBe(200);
    expect(await start()).toBe(200);
    await useUp(owner, dailyBudgets.listings);
    expect(await post(owner)).toBe(429);
    await leave(owner);
    expect(await post(await verified('reader+2@northfield.example'))).toBe(429);
  });

  it('of the owner waits for an account until it is verified', async () => {
    const owner = await verified('later@northfield.example');
    await useUp(owner, dailyBudgets.listings);
    await leave(owner);
    const again = await signUp('later+again@northfield.example');
    await world.app.database.pool.query('DELETE FROM daily_usage WHERE user_id = $1', [again.id]);
    expect(await post(again)).toBe(201);
    expect((await openVerificationLink(world.app, again)).status).toBe(200);
    expect(await post(again)).toBe(429);
  });
});
