import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';
import { type Buyer, BUYERS, type Trader, TradeModel } from '#tests/support/models/trade-model.ts';

const PRICE = 5_400;

let world: TestWorld;
let otherBuyer: TestClient;
beforeAll(async () => {
  world = await TestWorld.open();
  otherBuyer = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
afterAll(() => world.app.stop());

type Step =
  | { kind: 'wait'; ms: number }
  | { kind: 'setPrice'; cents: number }
  | { kind: 'setSold'; isSold: boolean }
  | { kind: 'runJobs' }
  | { kind: 'offer'; conversation: Buyer; amount: number }
  | { kind: 'counter'; conversation: Buyer; by: Trader; amount: number }
  | { kind: 'respond'; conversation: Buyer; by: Trader; response: Response }
  | { kind: 'reserve'; conversation: Buyer; by: Trader }
  | { kind: 'cancel'; by: Trader }
  | { kind: 'confirm'; by: Trader; isRight: boolean }
  | { kind: 'review'; by: Trader; stars: number };
type Response = 'accepted' | 'declined' | 'withdrawn';

const conversation = fc.constantFrom(...BUYERS);
const by = fc.constantFrom<Trader[]>(...BUYERS, 'seller', 'seller');
const amount = fc.constantFrom(99, 100, 4_000, 4_800, PRICE, PRICE + 1);
const step = <Kind extends Step['kind']>(kind: Kind, values: object = {}) =>
  fc.record({ kind: fc.constant(kind), ...values }) as unknown as fc.Arbitrary<Step>;

/** Each step, and whether its request is sent twice. */
const steps = fc.array(
  fc.tuple(
    fc.oneof(
      step('wait', {
        ms: fc.constantFrom(10 * MINUTE_MS, DAY_MS, 48 * HOUR_MS, 3 * DAY_MS, 14 * DAY_MS, 117 * DAY_MS),
      }),
      step('setPrice', { cents: fc.constantFrom(100, 4_500, PRICE) }),
      step('setSold', { isSold: fc.boolean() }),
      step('runJobs'),
      { weight: 4, arbitrary: step('offer', { conversation, amount }) },
      { weight: 2, arbitrary: step('counter', { conversation, by, amount }) },
      {
        weight: 4,
        arbitrary: step('respond', {
          conversation,
          by,
          response: fc.constantFrom<Response[]>('accepted', 'accepted', 'declined', 'withdrawn'),
        }),
      },
      step('reserve', { conversation, by }),
      { weight: 2, arbitrary: step('cancel', { by }) },
      { weight: 3, arbitrary: step('confirm', { by, isRight: fc.boolean() }) },
      { weight: 3, arbitrary: step('review', { by, stars: fc.constantFrom(1, 5) }) },
    ),
    fc.boolean(),
  ),
  { minLength: 6, maxLength: 24 },
);

const handoverAndReviews: [Step, boolean][] = [
  [{ kind: 'offer', conversation: 0, amount: 4_000 }, true],
  [{ kind: 'counter', conversation: 0, by: 'seller', amount: 4_800 }, true],
  [{ kind: 'respond', conversation: 0, by: 0, response: 'accepted' }, true],
  [{ kind: 'review', by: 0, stars: 5 }, false],
  [{ kind: 'confirm', by: 'seller', isRight: false }, false],
  [{ kind: 'confirm', by: 'seller', isRight: true }, true],
  [{ kind: 'review', by: 0, stars: 1 }, true],
  [{ kind: 'review', by: 0, stars: 5 }, true],
  [{ kind: 'review', by: 'seller', stars: 5 }, true],
  [{ kind: 'review', by: 0, stars: 1 }, false],
  [{ kind: 'wait', ms: 14 * DAY_MS }, false],
];

/** The product and the model beside each other. */
class Trade {
  readonly model: TradeModel;
  readonly #bookId: string;
  readonly #conversations: string[];
  /** Of the last offer of each conversation. */
  readonly #offerIds: (string | undefined)[] = [];
  /** Of the last reservation. */
  #reservation: { id: string; code: string } | undefined;

  private constructor(bookId: string, conversations: string[]) {
    this.#bookId = bookId;
    this.#conversations = conversations;
    this.model = new TradeModel(world.app.clock.now().getTime(), PRICE);
  }

  static async start(): Promise<Trade> {
    await world.clear();
    const { id } = await world.createBook({ price: PRICE });
    const conversations = await Promise.all(
      BUYERS.map((buyer) => world.openConversation(id, clientOf(buyer))),
    );
    return new Trade(id, conversations);
  }

  async take(step: Step, isTwice: boolean): Promise<void> {
    const { model } = this;
    switch (step.kind) {
      case 'wait':
        world.app.clock.advance(step.ms);
        world.clearCachedBooks();
        return model.wait(step.ms);
      case 'runJobs':
        return world.app.app.context.jobs.runNow('end-overdue-offers');
      case 'setPrice':
        await world.seller.patch(`/api/books/${this.#bookId}`, { price: step.cents });
        return model.setPrice(step.cents);
      case 'setSold':
        await world.seller.patch(`/api/books/${this.#bookId}`, { isSold: step.isSold });
        return model.setSold(step.isSold);
      default:
        return this.#request(step, isTwice);
    }
  }

  /** A request sent twice is answered twice as one that was sent once. */
  async #request(
    step: Exclude<Step, { kind: 'wait' | 'runJobs' | 'setPrice' | 'setSold' }>,
    isTwice: boolean,
  ): Promise<void> {
    const clientMessageId = randomUUID();
    const send = () => this.#send(step, clientMessageId);
    // A wrong code counts each time.
    const repeats = isTwice && !(step.kind === 'confirm' && !step.isRight);
    const replies = repeats ? await Promise.all([send(), send()]) : [await send()];
    const expected = this.#expect(step);
    for (const { status } of replies) expect([step, status]).toEqual([step, expected]);
    if (expected !== 200) return;
    const [{ body }] = replies as [(typeof replies)[number]];
    if (step.kind === 'offer' || step.kind === 'counter') this.#offerIds[step.conversation] = body.id;
    const buyer = this.model.reservation?.conversation;
    if (buyer !== undefined) this.#reservation = (await this.#read(buyer, clientOf(buyer))).reservation;
  }

  #send(step: Step, clientMessageId: string) {
    switch (step.kind) {
      case 'offer':
        return clientOf(step.conversation).post(
          `/api/conversations/${this.#conversations[step.conversation]}/offers`,
          { amount: step.amount, clientMessageId },
        );
      case 'counter':
        return this.#act(step.conversation, step.by, 'counter', { amount: step.amount, clientMessageId });
      case 'respond':
        return this.#act(step.conversation, step.by, verbs[step.response]);
      case 'reserve':
        return clientOf(step.by).post(
          `/api/conversations/${this.#conversations[step.conversation]}/reservations`,
          {},
        );
      case 'cancel':
      case 'confirm':
      case 'review':
        return clientOf(step.by).post(
          `/api/reservations/${this.#reservation?.id ?? randomUUID()}/${step.kind}`,
          this.#bodyOf(step),
        );
      default:
        throw new Error(`${step.kind} is no request`);
    }
  }

  #bodyOf(step: Step): object {
    if (step.kind === 'review') return { stars: step.stars };
    if (step.kind !== 'confirm') return {};
    const code = Number(this.#reservation?.code ?? 0) + (step.isRight ? 0 : 1);
    return { code: String(code % 1_000_000).padStart(6, '0') };
  }

  #act = (of: number, by: Trader, verb: string, body = {}) =>
    clientOf(by).post(`/api/offers/${this.#offerIds[of] ?? randomUUID()}/${verb}`, body);

  #expect(step: Step): number {
    const { model } = this;
    switch (step.kind) {
      case 'offer':
        return model.offer(step.conversation, step.amount);
      case 'counter':
        return model.counter(step.conversation, step.by, step.amount);
      case 'respond':
        return model.respond(step.conversation, step.by, step.response);
      case 'reserve':
        return model.reserve(step.conversation, step.by);
      case 'cancel':
        return model.cancel(step.by);
      case 'confirm':
        return model.confirm(step.by, step.isRight);
      case 'review':
        return model.review(step.by, step.stars);
      default:
        throw new Error(`${step.kind} is no request`);
    }
  }

  #read = async (of: number, client: TestClient) =>
    (await client.get(`/api/conversations/${this.#conversations[of]}`)).body;

  /** Both of each conversation, and a visitor, see what the model says. */
  async compare(): Promise<void> {
    const { reservation, offers } = this.model;
    const until = reservation === undefined ? null : new Date(reservation.until).toISOString();
    for (const buyer of BUYERS)
      for (const client of [clientOf(buyer), world.seller]) {
        const { body } = await client.get(`/api/conversations/${this.#conversations[buyer]}/messages`);
        const seen = body.flatMap((message: { offer: object | null }) => message.offer ?? []);
        expect(seen).toMatchObject(
          offers
            .filter((offer) => offer.conversation === buyer)
            .map(({ amount, state, endReason }) => ({ amount, state, endReason })),
        );
        const shown = (await this.#read(buyer, client)).reservation;
        if (reservation?.conversation !== buyer) expect(shown).toBeNull();
        else expect(shown).toMatchObject({ price: reservation.price, until });
      }
    const { body } = await world.app.visitor().get(`/api/books/${this.#bookId}`);
    expect([body.reservedUntil, body.isActive]).toEqual([until, this.model.isListed]);
    await this.#compareProfiles();
  }

  /** Hidden reviews show nowhere. */
  async #compareProfiles(): Promise<void> {
    const { sale } = this.model;
    for (const trader of [...BUYERS, 'seller'] as const) {
      const path = `/api/users/${clientOf(trader).id}`;
      const { body: reviews } = await world.app.visitor().get(`${path}/reviews`);
      const isBuyer = trader === sale?.conversation;
      const stars =
        trader === 'seller'
          ? this.model.publicStars('buyer')
          : isBuyer
            ? this.model.publicStars('seller')
            : [];
      expect(reviews).toMatchObject(stars.map((given) => ({ stars: given })));
      const { body: profile } = await world.app.visitor().get(path);
      expect(profile.rating).toEqual({ average: stars[0] ?? null, count: stars.length });
      expect(profile.confirmedSales).toBe(trader === 'seller' && sale !== null ? 1 : 0);
    }
  }
}

const clientOf = (trader: Trader): TestClient =>
  trader === 'seller' ? world.seller : trader === 0 ? world.buyer : otherBuyer;
const verbs = { accepted: 'accept', declined: 'decline', withdrawn: 'withdraw' };

it(
  'is as the model says, in any order, with requests sent twice, and whenever the job runs',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const trade = await Trade.start();
        for (const [step, isTwice] of taken) {
          await trade.take(step, isTwice);
          await trade.compare();
        }
      }),
      { numRuns: 10, examples: [[handoverAndReviews]] },
    );
  },
);
