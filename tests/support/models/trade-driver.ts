import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addDays } from '#platform/shared/zoned-time.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';
import { changeInModel, msUntilMeeting, requestOfModel, resolve } from './take-step.ts';
import { TradeModel } from './trade-model.ts';
import { type Buyer, BUYERS, sideOf, type Trader } from './trade-terms.ts';
import { isWorldStep, PRICE, type RequestStep, type Step, type WorldStep } from './trade-steps.ts';

const REVIEW_LINES = 'reviews-published';
const verbs = { accepted: 'accept', declined: 'decline', withdrawn: 'withdraw' };

/** The product and the model beside each other. */
export class Trade {
  readonly model: TradeModel;
  readonly #world: TestWorld;
  readonly #otherBuyer: TestClient;
  readonly #bookId: string;
  readonly #conversations: string[] = [];
  /** Of the last offer and the last meeting of each conversation. */
  readonly #offerIds: (string | undefined)[] = [];
  readonly #meetingIds: (string | undefined)[] = [];
  /** Of the last reservation. */
  #reservation: { id: string; code: string } | undefined;

  private constructor(world: TestWorld, otherBuyer: TestClient, bookId: string) {
    this.#world = world;
    this.#otherBuyer = otherBuyer;
    this.#bookId = bookId;
    this.model = new TradeModel(world.app.clock.now().getTime(), PRICE);
  }

  static async start(world: TestWorld, otherBuyer: TestClient): Promise<Trade> {
    await world.clear();
    await world.app.database.pool.query('DELETE FROM blocks');
    const { id } = await world.createBook({ price: PRICE });
    const trade = new Trade(world, otherBuyer, id);
    for (const buyer of BUYERS)
      trade.#conversations.push(await world.openConversation(id, trade.#clientOf(buyer)));
    return trade;
  }

  #clientOf = (trader: Trader): TestClient =>
    trader === 'seller' ? this.#world.seller : trader === 0 ? this.#world.buyer : this.#otherBuyer;

  async take(step: Step, isTwice: boolean): Promise<void> {
    if (!isWorldStep(step)) return this.#request(resolve(this.model, step), isTwice);
    await this.#change(step);
    if (isTwice && step.kind !== 'wait') await this.#change(step);
  }

  async #change(step: WorldStep): Promise<void> {
    const { seller } = this.#world;
    switch (step.kind) {
      case 'wait':
        return this.#wait(step.ms);
      case 'waitForMeeting':
        return this.#wait(msUntilMeeting(this.model, step.ms));
      case 'runJobs':
        return this.runJobs();
      case 'setPrice':
        await seller.patch(`/api/books/${this.#bookId}`, { price: step.cents });
        break;
      case 'setSold':
        await seller.patch(`/api/books/${this.#bookId}`, { isSold: step.isSold });
        break;
      case 'setDeleted':
        if (step.isDeleted) await seller.delete(`/api/books/${this.#bookId}`);
        else await seller.post(`/api/books/${this.#bookId}/restore`);
        break;
      case 'setBlocked':
        await this.#setBlocked(step);
    }
    changeInModel(this.model, step);
  }

  async #wait(ms: number): Promise<void> {
    const hadMeeting = this.model.meetings.open !== undefined;
    const pending = this.model.offers.filter(({ state }) => state === 'pending');
    this.#world.app.clock.advance(ms);
    this.#world.clearCachedBooks();
    this.model.wait(ms);
    // Whether a proposal has ended by its own time or with its reservation depends on when the job ran.
    const hasMeetingEnded = hadMeeting && this.model.reservation === undefined;
    // Only the job tells that an offer has ended with its listing.
    if (hasMeetingEnded || pending.some(({ endReason }) => endReason === 'not-listed')) await this.runJobs();
  }

  async #setBlocked(step: WorldStep & { kind: 'setBlocked' }): Promise<void> {
    const buyer = this.#clientOf(step.conversation);
    const [one, other] = step.bySeller ? [this.#world.seller, buyer] : [buyer, this.#world.seller];
    // A line that is not written yet would be seen after the block.
    if (!step.isBlocked) await this.runJobs();
    const method = step.isBlocked ? 'PUT' : 'DELETE';
    expect((await one.send(method, `/api/blocks/${other.id}`)).status).toBe(200);
  }

  async runJobs(): Promise<void> {
    const { jobs } = this.#world.app.app.context;
    await jobs.runNow('end-overdue-offers');
    await jobs.runNow('remind-of-meetings');
    this.model.meetings.remind();
    await this.#compareLines();
  }

  /** A request sent twice is answered twice as one that was sent once. */
  async #request(step: RequestStep<Trader>, isTwice: boolean): Promise<void> {
    const clientMessageId = randomUUID();
    const send = () => this.#send(step, clientMessageId);
    // A wrong code counts each time.
    const repeats = isTwice && !(step.kind === 'confirm' && !step.isRight);
    const replies = repeats ? await Promise.all([send(), send()]) : [await send()];
    const expected = requestOfModel(this.model, step);
    for (const { status } of replies) expect([step, status]).toEqual([step, expected]);
    if (expected !== 200) return;
    const [{ body }] = replies as [(typeof replies)[number]];
    if (step.kind === 'offer' || step.kind === 'counter') this.#offerIds[step.conversation] = body.id;
    if (step.kind === 'propose' || step.kind === 'changeMeeting')
      this.#meetingIds[step.conversation] = body.id;
    const buyer = this.model.reservation?.conversation;
    if (buyer !== undefined) this.#reservation = (await this.#read(buyer, buyer)).reservation;
  }

  #send(step: RequestStep<Trader>, clientMessageId: string) {
    switch (step.kind) {
      case 'offer':
        return this.#inConversation(step.conversation, step.conversation, 'offers', {
          amount: step.amount,
          clientMessageId,
        });
      case 'counter':
        return this.#act('offers', step, 'counter', { amount: step.amount, clientMessageId });
      case 'respond':
        return this.#act('offers', step, verbs[step.response]);
      case 'reserve':
        return this.#inConversation(step.conversation, step.by, 'reservations', {});
      case 'propose':
        return this.#inConversation(step.conversation, step.by, 'meetings', {
          ...this.#plan(step.days),
          clientMessageId,
        });
      case 'changeMeeting':
        return this.#act('meetings', step, 'change', { ...this.#plan(step.days), clientMessageId });
      case 'acceptMeeting':
        return this.#act('meetings', step, 'accept');
      case 'cancelMeeting':
        return this.#act('meetings', step, 'cancel');
      default:
        return this.#clientOf(step.by).post(
          `/api/reservations/${this.#reservation?.id ?? randomUUID()}/${step.kind}`,
          this.#bodyOf(step),
        );
    }
  }

  #plan(days: number): object {
    const today = this.#world.app.clock.now().toISOString().slice(0, 10);
    return { place: 'Library entrance', day: addDays(today, days), time: '14:00' };
  }

  #bodyOf(step: RequestStep<Trader>): object {
    if (step.kind === 'review') return { stars: step.stars };
    if (step.kind !== 'confirm') return {};
    const code = Number(this.#reservation?.code ?? 0) + (step.isRight ? 0 : 1);
    return { code: String(code % 1_000_000).padStart(6, '0') };
  }

  #inConversation = (of: Buyer, by: Trader, what: string, body: object) =>
    this.#clientOf(by).post(`/api/conversations/${this.#conversations[of]}/${what}`, body);

  #act(what: 'offers' | 'meetings', of: { conversation: Buyer; by: Trader }, verb: string, body = {}) {
    const ids = what === 'offers' ? this.#offerIds : this.#meetingIds;
    return this.#clientOf(of.by).post(`/api/${what}/${ids[of.conversation] ?? randomUUID()}/${verb}`, body);
  }

  #read = async (of: Buyer, by: Trader) =>
    (await this.#clientOf(by).get(`/api/conversations/${this.#conversations[of]}`)).body;
  #readMessages = async (of: Buyer, by: Trader): Promise<ReadMessage[]> =>
    (await this.#clientOf(by).get(`/api/conversations/${this.#conversations[of]}/messages?limit=100`)).body;

  /** Both of each conversation, and a visitor, see what the model says. */
  async compare(): Promise<void> {
    await Promise.all(
      BUYERS.flatMap((buyer) => [buyer, 'seller' as const].map((by) => this.#compareConversation(buyer, by))),
    );
    await Promise.all([this.#compareListing(), this.#compareProfiles()]);
  }

  async #compareConversation(buyer: Buyer, by: Trader): Promise<void> {
    const seen = (await this.#readMessages(buyer, by)).flatMap(({ offer }) => offer ?? []);
    expect(seen).toMatchObject(this.model.offersOf(buyer, sideOf(by)));
    const shown = await this.#read(buyer, by);
    if (this.model.reservation?.conversation !== buyer) expect(shown.reservation).toBeNull();
    else this.#compareReservation(shown, buyer, by);
  }

  async #compareListing(): Promise<void> {
    const { reservation, isDeleted, isListed } = this.model;
    const until = reservation === undefined ? null : toIso(reservation.until);
    const { status, body } = await this.#world.app.visitor().get(`/api/books/${this.#bookId}`);
    expect(status).toBe(isDeleted ? 404 : 200);
    if (!isDeleted) expect([body.reservedUntil, body.isActive]).toEqual([until, isListed]);
  }

  /** The buyer alone is told the code. */
  #compareReservation({ reservation, meeting }: ReadConversation, buyer: Buyer, by: Trader): void {
    const { price, until } = this.model.reservation!;
    const code = by === 'seller' ? undefined : expect.stringMatching(/^\d{6}$/);
    expect(reservation).toMatchObject({ price, until: toIso(until) });
    expect(reservation.code).toEqual(code);
    const open = this.model.meetings.shownTo(by, buyer);
    if (open === undefined) expect(meeting).toBeNull();
    else expect(meeting).toMatchObject({ state: open.state, startsAt: toIso(open.startsAt) });
  }

  /** Once the jobs have run, each has received each line, unless they have blocked who caused it. */
  async #compareLines(): Promise<void> {
    for (const buyer of BUYERS)
      for (const by of [buyer, 'seller'] as const) {
        const lines = (await this.#readMessages(buyer, by)).flatMap(({ event, meeting }) => {
          if (meeting) return [`meeting ${meeting.action}`];
          return event === null || event.kind === REVIEW_LINES ? [] : [event.kind];
        });
        const shown = this.model.lines.filter(
          ({ conversation, seenBy }) => conversation === buyer && seenBy.includes(sideOf(by)),
        );
        expect([by, lines]).toEqual([by, shown.map(({ kind }) => kind)]);
      }
  }

  /** Hidden reviews show nowhere. */
  async #compareProfiles(): Promise<void> {
    const { sale } = this.model;
    for (const trader of [...BUYERS, 'seller'] as const) {
      const path = `/api/users/${this.#clientOf(trader).id}`;
      const { body: reviews } = await this.#world.app.visitor().get(`${path}/reviews`);
      const isBuyer = trader === sale?.conversation;
      const toBuyer = isBuyer ? this.model.publicStars('seller') : [];
      const stars = trader === 'seller' ? this.model.publicStars('buyer') : toBuyer;
      expect(reviews).toMatchObject(stars.map((given) => ({ stars: given })));
      const { body: profile } = await this.#world.app.visitor().get(path);
      expect(profile.rating).toEqual({ average: stars[0] ?? null, count: stars.length });
      expect(profile.confirmedSales).toBe(trader === 'seller' && sale !== null ? 1 : 0);
    }
  }
}

type ReadMessage = {
  offer: object | null;
  event: { kind: string } | null;
  meeting: { action: string } | null;
};
type ReadConversation = {
  reservation: { code?: string };
  meeting: object | null;
};

const toIso = (ms: number): string => new Date(ms).toISOString();
