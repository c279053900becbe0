import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';

const LISTING_MS = 120 * DAY_MS;

export const BUYERS = [0, 1] as const;
/** A buyer, or the seller. */
export type Buyer = (typeof BUYERS)[number];
export type Trader = Buyer | 'seller';

type ModelOffer = {
  conversation: number;
  bySeller: boolean;
  amount: number;
  state: 'pending' | 'accepted' | 'declined' | 'withdrawn' | 'expired' | 'countered';
  endReason: string | null;
  expiresAt: number;
  day: number;
};

type ModelReservation = {
  conversation: number;
  price: number;
  until: number;
  state: 'active' | 'canceled' | 'expired' | 'completed';
};

/**
 * A short model of one listing, its offers, its reservations and its handover: no rows, no jobs, no
 * messages. Each action returns the status that the product responds with. Times are milliseconds, prices
 * cents.
 */
export class TradeModel {
  now: number;
  price: number;
  isSold = false;
  readonly offers: ModelOffer[] = [];
  readonly reservations: ModelReservation[] = [];
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

  lastOffer = (conversation: number): ModelOffer | undefined =>
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
    if (this.isSold && !isSold && this.#listingEnd <= this.now) this.#listingEnd = this.now + LISTING_MS;
    this.isSold = isSold;
    this.settle();
  }

  offer(conversation: number, amount: number): number {
    return this.#add({ conversation, bySeller: false, amount });
  }

  counter(conversation: number, by: Trader, amount: number): number {
    const offer = this.lastOffer(conversation);
    if (offer === undefined || !isReceiver(offer, by)) return 404;
    if (offer.state !== 'pending') return 409;
    end(offer, 'countered');
    const status = this.#add({ conversation, bySeller: by === 'seller', amount });
    if (status !== 200) Object.assign(offer, { state: 'pending' });
    return status;
  }

  respond(conversation: number, by: Trader, response: 'accepted' | 'declined' | 'withdrawn'): number {
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

  reserve(conversation: number, by: Trader): number {
    if (by !== 'seller') return 404;
    const { reservation } = this;
    if (reservation?.conversation === conversation) return 200;
    if (!this.isListed || reservation !== undefined) return 409;
    this.#reserve(conversation, this.price);
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

  #reserve(conversation: number, price: number): void {
    for (const other of this.offers.filter(({ state }) => state === 'pending'))
      end(other, 'declined', other.conversation === conversation ? null : 'reserved');
    const until = Math.min(this.now + 3 * DAY_MS, this.#listingEnd);
    this.reservations.push({ conversation, price, until, state: 'active' });
  }
}

function end(offer: ModelOffer, state: ModelOffer['state'], endReason: string | null = null): void {
  Object.assign(offer, { state, endReason });
}

const isSender = ({ conversation, bySeller }: ModelOffer, by: Trader) =>
  bySeller ? by === 'seller' : by === conversation;
const isReceiver = ({ conversation, bySeller }: ModelOffer, by: Trader) =>
  bySeller ? by === conversation : by === 'seller';
const isOf = ({ conversation }: ModelReservation, by: Trader) => by === 'seller' || by === conversation;
