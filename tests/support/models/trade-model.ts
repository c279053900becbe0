import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

const LISTING_MS = 120 * DAY_MS;
const REVIEW_MS = 14 * DAY_MS;

export const BUYERS = [0, 1] as const;
export type Buyer = (typeof BUYERS)[number];
/** One of the three who act. */
export type Trader = Buyer | 'seller';

type ModelOffer = {
  conversation: Buyer;
  bySeller: boolean;
  amount: number;
  state: 'pending' | 'accepted' | 'declined' | 'withdrawn' | 'expired' | 'countered';
  endReason: string | null;
  expiresAt: number;
  day: number;
};

type ModelReservation = {
  conversation: Buyer;
  price: number;
  until: number;
  state: 'active' | 'canceled' | 'expired' | 'completed';
  /** The day on which the seller made it without an offer. */
  dayWithoutOffer: number | null;
  wrongCodes: number;
  pausedUntil: number;
};

type Side = 'seller' | 'buyer';
type ModelReview = { stars: number; publishedAt: number };

/**
 * A short model of one listing, its offers, its reservations, its handover and the reviews after it: no
 * rows, no jobs, no messages. Each action returns the status that the product responds with. Times are
 * milliseconds, prices cents.
 */
export class TradeModel {
  now: number;
  price: number;
  isSold = false;
  readonly offers: ModelOffer[] = [];
  readonly reservations: ModelReservation[] = [];
  /** Confirmed. */
  sale: { conversation: Buyer; at: number } | null = null;
  readonly #reviews = new Map<Side, ModelReview>();
  #listingEnd: number;

  constructor(now: number, price: number) {
    this.now = now;
    this.price = price;
    this.#listingEnd = now + LISTING_MS;
  }

  get isListed(): boolean {
    return !this.isSold && this.#listingEnd > this.now;
  }

  /** The active reservation. */
  get reservation(): ModelReservation | undefined {
    return this.reservations.find(({ state }) => state === 'active');
  }

  lastOffer = (conversation: Buyer): ModelOffer | undefined =>
    this.offers.findLast((offer) => offer.conversation === conversation);

  /** Ends what is over. What a user sees must always be as after this. */
  settle(): void {
    for (const offer of this.offers.filter(({ state }) => state === 'pending')) {
      if (offer.expiresAt <= this.now) end(offer, 'expired');
      else if (!this.isListed) end(offer, 'expired', 'not-listed');
      else if (offer.amount > this.price) end(offer, 'expired', 'price-lowered');
    }
    const { reservation } = this;
    if (reservation === undefined) return;
    if (reservation.until <= this.now) reservation.state = 'expired';
    else if (!this.isListed) reservation.state = 'canceled';
  }

  wait(ms: number): void {
    this.now += ms;
    this.settle();
  }

  setPrice(cents: number): void {
    this.price = cents;
    this.settle();
  }

  setSold(isSold: boolean): void {
    if (this.sale !== null) return;
    if (this.isSold && !isSold && this.#listingEnd <= this.now) this.#listingEnd = this.now + LISTING_MS;
    this.isSold = isSold;
    this.settle();
  }

  offer(conversation: Buyer, amount: number): number {
    return this.#add({ conversation, bySeller: false, amount });
  }

  counter(conversation: Buyer, by: Trader, amount: number): number {
    const offer = this.lastOffer(conversation);
    if (offer === undefined || !isReceiver(offer, by)) return 404;
    if (offer.state !== 'pending') return 409;
    end(offer, 'countered');
    const status = this.#add({ conversation, bySeller: by === 'seller', amount });
    if (status !== 200) Object.assign(offer, { state: 'pending' });
    return status;
  }

  respond(conversation: Buyer, by: Trader, response: 'accepted' | 'declined' | 'withdrawn'): number {
    const offer = this.lastOffer(conversation);
    if (offer === undefined) return 404;
    const may = response === 'withdrawn' ? isSender(offer, by) : isReceiver(offer, by);
    if (!may) return 404;
    if (offer.state === response) return 200;
    if (offer.state !== 'pending') return 409;
    end(offer, response);
    if (response === 'accepted') this.#reserve(conversation, offer.amount);
    return 200;
  }

  reserve(conversation: Buyer, by: Trader): number {
    if (by !== 'seller') return 404;
    const { reservation } = this;
    if (reservation?.conversation === conversation) return 200;
    if (!this.isListed || reservation !== undefined) return 409;
    const day = Math.floor(this.now / DAY_MS);
    const made = this.reservations.filter(
      (other) => other.conversation === conversation && other.dayWithoutOffer === day,
    );
    if (made.length >= 3) return 429;
    this.#reserve(conversation, this.price, day);
    return 200;
  }

  cancel(by: Trader): number {
    const reservation = this.reservations.at(-1);
    if (reservation === undefined || !isOf(reservation, by)) return 404;
    if (reservation.state === 'canceled') return 200;
    if (reservation.state !== 'active') return 409;
    reservation.state = 'canceled';
    return 200;
  }

  confirm(by: Trader, isRight: boolean): number {
    const reservation = this.reservations.at(-1);
    if (reservation === undefined || by !== 'seller') return 404;
    if (reservation.state === 'completed' && isRight) return 200;
    if (reservation.state !== 'active') return 409;
    if (reservation.pausedUntil > this.now) return 429;
    if (!isRight) return this.#countWrongCode(reservation);
    reservation.state = 'completed';
    this.sale = { conversation: reservation.conversation, at: this.now };
    this.isSold = true;
    this.settle();
    return 200;
  }

  #countWrongCode(reservation: ModelReservation): number {
    reservation.wrongCodes += 1;
    if (reservation.wrongCodes < 5) return 409;
    reservation.wrongCodes = 0;
    reservation.pausedUntil = this.now + 15 * MINUTE_MS;
    return 429;
  }

  review(by: Trader, stars: number): number {
    const { sale } = this;
    if (sale === null || !isOf(sale, by)) return 404;
    const side = by === 'seller' ? 'seller' : 'buyer';
    const own = this.#reviews.get(side);
    if (own?.stars === stars) return 200;
    if (own !== undefined && own.publishedAt <= this.now) return 409;
    if (sale.at + REVIEW_MS <= this.now) return 409;
    const publishedAt = own?.publishedAt ?? sale.at + REVIEW_MS;
    this.#reviews.set(side, { stars, publishedAt });
    if (this.#reviews.size === 2) for (const review of this.#reviews.values()) review.publishedAt = this.now;
    return 200;
  }

  /** What others see of the review that one of the two has written. */
  publicStars(writtenBy: Side): number[] {
    const review = this.#reviews.get(writtenBy);
    return review !== undefined && review.publishedAt <= this.now ? [review.stars] : [];
  }

  #add(offer: Pick<ModelOffer, 'conversation' | 'bySeller' | 'amount'>): number {
    if (!this.isListed || this.reservation !== undefined) return 409;
    if (this.price <= 100 || offer.amount < 100 || offer.amount > this.price) return 400;
    if (this.lastOffer(offer.conversation)?.state === 'pending') return 409;
    const day = Math.floor(this.now / DAY_MS);
    const made = this.offers.filter(
      (other) =>
        other.day === day &&
        other.bySeller === offer.bySeller &&
        (offer.bySeller || other.conversation === offer.conversation),
    );
    if (made.length >= 5) return 429;
    const expiresAt = Math.min(this.now + 48 * HOUR_MS, this.#listingEnd);
    this.offers.push({ ...offer, state: 'pending', endReason: null, expiresAt, day });
    return 200;
  }

  #reserve(conversation: Buyer, price: number, dayWithoutOffer: number | null = null): void {
    for (const other of this.offers.filter(({ state }) => state === 'pending'))
      end(other, 'declined', other.conversation === conversation ? null : 'reserved');
    const until = Math.min(this.now + 3 * DAY_MS, this.#listingEnd);
    const before = this.reservations.findLast((other) => other.conversation === conversation);
    const { wrongCodes, pausedUntil } = before ?? { wrongCodes: 0, pausedUntil: 0 };
    const tries = { wrongCodes, pausedUntil };
    this.reservations.push({ conversation, price, until, state: 'active', dayWithoutOffer, ...tries });
  }
}

function end(offer: ModelOffer, state: ModelOffer['state'], endReason: string | null = null): void {
  Object.assign(offer, { state, endReason });
}

const isSender = ({ conversation, bySeller }: ModelOffer, by: Trader) =>
  bySeller ? by === 'seller' : by === conversation;
const isReceiver = ({ conversation, bySeller }: ModelOffer, by: Trader) =>
  bySeller ? by === conversation : by === 'seller';
const isOf = ({ conversation }: { conversation: Buyer }, by: Trader) =>
  by === 'seller' || by === conversation;
