import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

import { MeetingModel } from './meeting-model.ts';
import { ReviewModel, type Side } from './review-model.ts';
import {
  type Buyer,
  type ModelOffer,
  type ModelReservation,
  type Trader,
  end,
  isOf,
  isReceiver,
  isSender,
  sideOf,
} from './trade-terms.ts';

const LISTING_MS = 120 * DAY_MS;
const UNDO_MS = 30_000;

/** A line of a conversation, and who of the two sees it. */
type ModelLine = { conversation: Buyer; kind: string; seenBy: Side[] };

/**
 * A short model of one listing, its offers, its reservations, their meetings, its handover and the reviews
 * after it, with blocks: no rows, no transactions. Each action returns the status that the product responds
 * with. Times are milliseconds, prices cents.
 */
export class TradeModel {
  now: number;
  price: number;
  isSold = false;
  readonly offers: ModelOffer[] = [];
  readonly reservations: ModelReservation[] = [];
  readonly lines: ModelLine[] = [];
  readonly meetings = new MeetingModel(this);
  /** Confirmed. */
  sale: { conversation: Buyer; at: number } | null = null;
  listingEnd: number;
  readonly #reviews = new ReviewModel();
  /** '0 seller': the seller has blocked the first buyer. */
  readonly #blocks = new Set<string>();
  #deletedAt: number | null = null;

  constructor(now: number, price: number) {
    this.now = now;
    this.price = price;
    this.listingEnd = now + LISTING_MS;
  }

  get isDeleted(): boolean {
    return this.#deletedAt !== null;
  }

  get isListed(): boolean {
    return !this.isSold && !this.isDeleted && this.listingEnd > this.now;
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
      const endsWithListing = !this.isListed && offer.expiresAt >= this.listingEnd;
      if (offer.expiresAt <= this.now && !endsWithListing) end(offer, 'expired');
      else if (!this.isListed) end(offer, 'expired', 'not-listed');
      else if (offer.amount > this.price) end(offer, 'expired', 'price-lowered');
    }
    this.meetings.settle();
    const { reservation } = this;
    if (reservation === undefined) return;
    if (reservation.until <= this.now) this.#endReservation(reservation, 'expired', null);
    else if (!this.isListed) this.#endReservation(reservation, 'canceled', 'seller');
  }

  hasBlocked = (conversation: Buyer, side: Side): boolean => this.#blocks.has(`${conversation} ${side}`);

  /** Who has blocked the other one sees only what they cause. */
  tell(conversation: Buyer, kind: string, actor: Side | null): void {
    const sides = ['seller', 'buyer'] as const;
    const seenBy = sides.filter((side) => actor === side || !this.hasBlocked(conversation, side));
    this.lines.push({ conversation, kind, seenBy });
  }

  wait(ms: number): void {
    this.now += ms;
    this.settle();
  }

  setPrice(cents: number): void {
    if (this.isDeleted) return;
    this.price = cents;
    this.settle();
    this.#tellOfPriceChange();
  }

  /** While the book is reserved, and after the sale that follows. */
  #tellOfPriceChange(): void {
    const agreed = this.reservation ?? this.reservations.find(({ state }) => state === 'completed');
    if (agreed === undefined || agreed.isPriceChangeTold || agreed.askingPrice === this.price) return;
    agreed.isPriceChangeTold = true;
    this.tell(agreed.conversation, 'changed-since-reserved', 'seller');
  }

  setSold(isSold: boolean): void {
    if (this.sale !== null || this.isDeleted) return;
    if (this.isSold && !isSold && this.listingEnd <= this.now) this.listingEnd = this.now + LISTING_MS;
    this.isSold = isSold;
    this.settle();
  }

  setDeleted(isDeleted: boolean): void {
    if (isDeleted) this.#deletedAt ??= this.now;
    else if (this.#deletedAt !== null && this.now - this.#deletedAt < UNDO_MS) this.#deletedAt = null;
    this.settle();
  }

  setBlocked(conversation: Buyer, side: Side, isBlocked: boolean): void {
    if (!isBlocked) return void this.#blocks.delete(`${conversation} ${side}`);
    if (this.hasBlocked(conversation, side)) return;
    this.#blocks.add(`${conversation} ${side}`);
    const offer = this.lastOffer(conversation);
    if (offer?.state === 'pending') {
      const isOwn = offer.bySeller === (side === 'seller');
      if (isOwn) end(offer, 'withdrawn');
      else offer.isWithheld = true;
    }
    const { reservation } = this;
    if (reservation?.conversation === conversation) this.#endReservation(reservation, 'canceled', side);
  }

  offer(conversation: Buyer, amount: number): number {
    return this.#add({ conversation, bySeller: false, amount });
  }

  counter(conversation: Buyer, by: Trader, amount: number): number {
    const offer = this.lastOffer(conversation);
    if (offer === undefined || !isReceiver(offer, by) || offer.isWithheld) return 404;
    if (offer.state !== 'pending') return 409;
    end(offer, 'countered');
    const status = this.#add({ conversation, bySeller: by === 'seller', amount });
    if (status !== 200) Object.assign(offer, { state: 'pending' });
    return status;
  }

  respond(conversation: Buyer, by: Trader, response: 'accepted' | 'declined' | 'withdrawn'): number {
    const offer = this.lastOffer(conversation);
    if (offer === undefined) return 404;
    const isReceived = isReceiver(offer, by) && !offer.isWithheld;
    const may = response === 'withdrawn' ? isSender(offer, by) : isReceived;
    if (!may) return 404;
    if (offer.state === response) return 200;
    if (offer.state !== 'pending') return 409;
    end(offer, response);
    if (response === 'accepted') this.#reserve(conversation, offer.amount, by);
    return 200;
  }

  reserve(conversation: Buyer, by: Trader): number {
    if (by !== 'seller') return 404;
    const { reservation } = this;
    if (reservation?.conversation === conversation) return 200;
    if (!this.isListed || reservation !== undefined) return 409;
    if (this.hasBlocked(conversation, 'seller')) return 409;
    const day = Math.floor(this.now / DAY_MS);
    const made = this.reservations.filter(
      (other) => other.conversation === conversation && other.dayWithoutOffer === day,
    );
    if (made.length >= 3) return 429;
    this.#reserve(conversation, this.price, 'seller', day);
    return 200;
  }

  cancel(by: Trader): number {
    const reservation = this.reservations.at(-1);
    if (reservation === undefined || !isOf(reservation, by)) return 404;
    if (reservation.state === 'canceled') return 200;
    if (reservation.state !== 'active') return 409;
    this.#endReservation(reservation, 'canceled', sideOf(by));
    return 200;
  }

  confirm(by: Trader, isRight: boolean): number {
    const reservation = this.reservations.at(-1);
    if (reservation === undefined || by !== 'seller') return 404;
    if (reservation.state === 'completed' && isRight) return 200;
    if (reservation.state !== 'active') return 409;
    if (reservation.pausedUntil > this.now) return 429;
    if (!isRight) return this.#countWrongCode(reservation);
    const { conversation } = reservation;
    this.#endReservation(reservation, 'completed', 'seller');
    this.sale = { conversation, at: this.now };
    this.isSold = true;
    this.settle();
    this.tell(conversation, 'handed-over', 'seller');
    return 200;
  }

  #countWrongCode(reservation: ModelReservation): number {
    reservation.wrongCodes += 1;
    if (reservation.wrongCodes < 5) return 409;
    reservation.wrongCodes = 0;
    reservation.pausedUntil = this.now + 15 * MINUTE_MS;
    this.tell(reservation.conversation, 'codes-paused', 'seller');
    return 429;
  }

  review(by: Trader, stars: number): number {
    const { sale, now } = this;
    if (sale === null || !isOf(sale, by)) return 404;
    return this.#reviews.write(sideOf(by), stars, { soldAt: sale.at, now });
  }

  publicStars = (writtenBy: Side): number[] => this.#reviews.publicStars(writtenBy, this.now);

  #add(offer: Pick<ModelOffer, 'conversation' | 'bySeller' | 'amount'>): number {
    if (!this.isListed || this.reservation !== undefined) return 409;
    if (this.price <= 100 || offer.amount < 100 || offer.amount > this.price) return 400;
    const pending = this.offers.findLast(
      ({ conversation, state }) => conversation === offer.conversation && state === 'pending',
    );
    const isInTheWay = pending !== undefined && (!pending.isWithheld || pending.bySeller === offer.bySeller);
    if (isInTheWay) return 409;
    const day = Math.floor(this.now / DAY_MS);
    const made = this.offers.filter(
      (other) =>
        other.day === day &&
        other.bySeller === offer.bySeller &&
        (offer.bySeller || other.conversation === offer.conversation),
    );
    if (made.length >= 5) return 429;
    const [own, other] = offer.bySeller ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const);
    if (this.hasBlocked(offer.conversation, own)) return 409;
    if (pending !== undefined) end(pending, 'expired');
    const expiresAt = Math.min(this.now + 48 * HOUR_MS, this.listingEnd);
    const isHidden = this.hasBlocked(offer.conversation, other);
    const terms = { ...offer, isHidden, isWithheld: isHidden, expiresAt, day };
    this.offers.push({ ...terms, state: 'pending', endReason: null });
    return 200;
  }

  /** The offers of a conversation, as one of the two sees them. */
  offersOf(conversation: Buyer, side: Side): Pick<ModelOffer, 'amount' | 'state' | 'endReason'>[] {
    return this.offers
      .filter((offer) => offer.conversation === conversation)
      .flatMap(({ amount, state, endReason, bySeller, isHidden, isWithheld }) => {
        if (bySeller === (side === 'seller') || !isWithheld) return { amount, state, endReason };
        return isHidden ? [] : { amount, state: 'expired', endReason: null };
      });
  }

  #endReservation(
    reservation: ModelReservation,
    state: 'canceled' | 'expired' | 'completed',
    actor: Side | null,
  ): void {
    reservation.state = state;
    this.meetings.endWith(reservation, state === 'completed');
    if (state !== 'completed') this.tell(reservation.conversation, `reservation-${state}`, actor);
  }

  #reserve(conversation: Buyer, price: number, by: Trader, dayWithoutOffer: number | null = null): void {
    for (const other of this.offers.filter(({ state }) => state === 'pending'))
      end(other, 'declined', other.conversation === conversation ? null : 'reserved');
    const until = Math.min(this.now + 3 * DAY_MS, this.listingEnd);
    const before = this.reservations.findLast((other) => other.conversation === conversation);
    const { wrongCodes, pausedUntil } = before ?? { wrongCodes: 0, pausedUntil: 0 };
    const terms = { conversation, price, createdAt: this.now, until, dayWithoutOffer };
    const agreed = { askingPrice: this.price, isPriceChangeTold: false };
    this.reservations.push({ ...terms, ...agreed, state: 'active', wrongCodes, pausedUntil });
    this.tell(conversation, 'reserved', sideOf(by));
  }
}
