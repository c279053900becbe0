import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { UNDO_WINDOW_MS, isListed } from '../../rules.ts';
import { lockBook } from '../availability/lock-book.ts';
import { setBoost } from '../set-boost.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

const PERIOD_MS = 120 * DAY_MS;
const BOOST_MS = 72 * HOUR_MS;

/** What is expected of one listing; times in milliseconds. It knows nothing of flags and jobs. */
class Model {
  now = 0;
  isSold = false;
  deletedAt: number | null = null;
  expiresAt = 0;
  boostedUntil = 0;

  post(): void {
    Object.assign(this, { isSold: false, deletedAt: null, boostedUntil: 0 });
    this.expiresAt = this.now + PERIOD_MS;
  }
  get end(): number {
    return Math.max(this.expiresAt, this.boostedUntil);
  }
  get isListed(): boolean {
    return !this.isSold && this.deletedAt === null && this.end > this.now;
  }
}

type Step =
  | { kind: 'wait'; ms: number }
  | { kind: 'sell' | 'makeAvailable' | 'edit' | 'renew' | 'boost' | 'delete' | 'restore' | 'runJobs' };

const toSteps = (...taken: (number | Exclude<Step['kind'], 'wait'>)[]): Step[] =>
  taken.map((step) => (typeof step === 'number' ? { kind: 'wait', ms: step } : { kind: step }));

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(10_000, 40_000, 2 * DAY_MS, 3 * DAY_MS, 70 * DAY_MS, PERIOD_MS - 1, PERIOD_MS)
        .map((ms): Step => ({ kind: 'wait', ms })),
    },
    {
      weight: 5,
      arbitrary: fc
        .constantFrom(
          ...(['sell', 'makeAvailable', 'edit', 'renew', 'boost', 'delete', 'restore', 'runJobs'] as const),
        )
        .map((kind): Step => ({ kind })),
    },
  ),
  { minLength: 4, maxLength: 14 },
);

/** Does a step to the product and to the model, and compares the responses. */
async function take(step: Step, id: string, model: Model): Promise<void> {
  const { seller, app } = world;
  const isGone = model.deletedAt !== null;
  const patch = async (body: object, allowed: () => void) => {
    expect((await seller.patch(`/api/books/${id}`, body)).status).toBe(isGone ? 404 : 200);
    if (!isGone) allowed();
  };
  switch (step.kind) {
    case 'wait':
      app.clock.advance(step.ms);
      model.now += step.ms;
      return;
    case 'sell':
      return patch({ isSold: true }, () => (model.isSold = true));
    case 'makeAvailable':
      return patch({ isSold: false }, () => {
        if (model.isSold && model.end <= model.now) model.expiresAt = model.now + PERIOD_MS;
        model.isSold = false;
      });
    case 'edit':
      return patch({ price: 1_200 }, () => {});
    case 'renew': {
      const { status } = await seller.post(`/api/books/${id}/renew`);
      expect(status).toBe(isGone ? 404 : model.isSold ? 409 : 200);
      if (status === 200) model.expiresAt = model.now + PERIOD_MS;
      return;
    }
    case 'boost':
      return boost(id, model);
    case 'delete':
      expect((await seller.delete(`/api/books/${id}`)).status).toBe(isGone ? 404 : 200);
      if (!isGone) model.deletedAt = model.now;
      return;
    case 'restore': {
      const isLate = isGone && model.now - model.deletedAt! >= UNDO_WINDOW_MS;
      expect((await seller.post(`/api/books/${id}/restore`)).status).toBe(isLate ? 409 : 200);
      if (!isLate) model.deletedAt = null;
      return;
    }
    case 'runJobs':
      for (const job of ['expire-boosts', 'expire-listings']) await app.app.context.jobs.runNow(job);
  }
}

/** Boosts a listing as a payment does. */
async function boost(id: string, model: Model): Promise<void> {
  const { clock, database } = world.app;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const book = await lockBook(tx, id);
    expect(isListed(book!, now)).toBe(model.isListed);
    if (!model.isListed) return;
    const start = Math.max(now.getTime(), book!.boostedUntil?.getTime() ?? 0);
    await setBoost(tx, id, new Date(start + BOOST_MS));
    model.boostedUntil = Math.max(model.now, model.boostedUntil) + BOOST_MS;
  });
  world.clearCachedBooks();
}

const ids = (books: { id: string }[]) => books.map(({ id }) => id);

/** Every list and page shows what the model says, at this moment. */
async function compare(id: string, model: Model): Promise<void> {
  const { app, seller, buyer } = world;
  const listed = model.isListed ? [id] : [];
  for (const query of ['', '?search=lifecycle', '?sort=price', '?maxPrice=999999'])
    expect([query, ids(await world.listBooks(query))]).toEqual([query, listed]);
  expect(ids((await buyer.get(`/api/books/user/${seller.id}`)).body)).toEqual(listed);
  const isThere = model.deletedAt === null;
  expect(ids((await seller.get(`/api/books/user/${seller.id}`)).body)).toEqual(isThere ? [id] : []);
  const page = await app.visitor().get(`/api/books/${id}`);
  expect(page.status).toBe(isThere ? 200 : 404);
  if (!isThere) return;
  expect(page.body.isActive).toBe(model.isListed);
  expect(Date.parse(page.body.expiresAt) - app.clock.now().getTime()).toBe(expectedEnd(model) - model.now);
}

/** A boost that is over leaves no trace once the job has run, so its end is not told before either. */
const expectedEnd = ({ expiresAt, boostedUntil, now }: Model): number =>
  boostedUntil > now ? Math.max(expiresAt, boostedUntil) : expiresAt;

it('is the same in each order of events, and whenever the jobs run', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await world.clear();
      const model = new Model();
      const { id } = await world.createBook({ title: 'Lifecycle' });
      model.post();
      await compare(id, model);
      for (const step of taken) {
        await take(step, id, model);
        await compare(id, model);
      }
    }),
    {
      numRuns: 12,
      examples: [
        // Boosted on the last day, to the end of the boost, with the jobs late.
        [toSteps(PERIOD_MS - 1, 'boost', BOOST_MS, 'runJobs', 'renew')],
        // Neither an edit nor an undone deletion renews it; being available again does, if its time is over.
        [toSteps(PERIOD_MS, 'edit', 'runJobs', 'edit', 'makeAvailable', 'delete', 'restore')],
        [toSteps(PERIOD_MS, 'delete', 'restore', 'runJobs', 'sell', 'makeAvailable')],
        [toSteps('sell', 60 * DAY_MS, 'makeAvailable', 60 * DAY_MS, 'runJobs')],
      ],
    },
  );
});
