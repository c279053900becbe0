import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { Side } from './review-model.ts';
import type { Buyer, ModelReservation, Trader } from './trade-terms.ts';

const MEETING_MS = HOUR_MS;
const REMINDER_MS = HOUR_MS;

type ModelMeeting = {
  conversation: Buyer;
  bySeller: boolean;
  startsAt: number;
  state: 'proposed' | 'accepted' | 'changed' | 'canceled' | 'expired' | 'past';
  /** The other one had blocked who proposes it. */
  isWithheld: boolean;
  isReminded: boolean;
  day: number;
  reservation: ModelReservation;
};

/** What meetings depend on. Times are milliseconds. */
type Trade = {
  readonly now: number;
  readonly listingEnd: number;
  /** The active one. */
  readonly reservation: ModelReservation | undefined;
  hasBlocked(conversation: Buyer, by: Side): boolean;
  tell(conversation: Buyer, kind: string, actor: Side | null): void;
};

/** The meetings of the reservations of a listing, on a campus whose clocks show UTC. */
export class MeetingModel {
  readonly meetings: ModelMeeting[] = [];
  readonly #trade: Trade;

  constructor(trade: Trade) {
    this.#trade = trade;
  }

  /** Of the active reservation. */
  get open(): ModelMeeting | undefined {
    const { reservation } = this.#trade;
    return this.meetings.find((meeting) => meeting.reservation === reservation && isOpen(meeting));
  }

  /** The open meeting of a conversation, as one of the two sees it. */
  shownTo(by: Trader, conversation: Buyer): ModelMeeting | undefined {
    const { open } = this;
    return open?.conversation === conversation && sees(open, by) ? open : undefined;
  }

  settle(): void {
    const { now } = this.#trade;
    for (const meeting of this.meetings) {
      if (meeting.state === 'proposed' && meeting.startsAt <= now) meeting.state = 'expired';
      if (meeting.state === 'accepted' && meeting.startsAt + MEETING_MS <= now) meeting.state = 'past';
    }
  }

  /** The reservation ends. */
  endWith(reservation: ModelReservation, isHandedOver: boolean): void {
    for (const meeting of this.meetings)
      if (meeting.reservation === reservation && isOpen(meeting)) {
        const over = meeting.state === 'accepted' ? 'past' : 'expired';
        meeting.state = isHandedOver ? over : 'canceled';
      }
  }

  /** At two o'clock on the day after so many. */
  propose(conversation: Buyer, by: Trader, days: number): number {
    if (by !== 'seller' && by !== conversation) return 404;
    const reservation = this.#reservationOf(conversation);
    if (reservation === undefined) return 409;
    const { open } = this;
    if (open !== undefined && sees(open, by)) return 409;
    const status = this.#add(reservation, by, days);
    if (status === 200 && open !== undefined) open.state = 'expired';
    if (status === 200) this.#tell(conversation, by, 'proposed');
    return status;
  }

  change(conversation: Buyer, by: Trader, days: number): number {
    const meeting = this.#lastSeen(conversation, by);
    if (meeting === undefined) return 404;
    const reservation = this.#reservationOf(conversation);
    if (reservation === undefined || !isOpen(meeting)) return 409;
    const status = this.#add(reservation, by, days);
    if (status !== 200) return status;
    this.#stopKeeping(meeting);
    meeting.state = 'changed';
    this.#tell(conversation, by, 'changed');
    return 200;
  }

  accept(conversation: Buyer, by: Trader): number {
    const meeting = this.#lastSeen(conversation, by);
    if (meeting === undefined) return 404;
    if (meeting.state === 'accepted') return 200;
    const reservation = this.#reservationOf(conversation);
    if (reservation === undefined || !isOpen(meeting)) return 409;
    if (isProposer(meeting, by)) return 404;
    const { now, listingEnd } = this.#trade;
    meeting.state = 'accepted';
    meeting.isReminded = meeting.startsAt - REMINDER_MS <= now;
    const dayAfter = (Math.floor(meeting.startsAt / DAY_MS) + 2) * DAY_MS;
    const kept = Math.min(dayAfter, reservation.createdAt + 14 * DAY_MS, listingEnd);
    reservation.until = Math.max(reservation.until, kept);
    this.#tell(conversation, by, 'accepted');
    return 200;
  }

  cancel(conversation: Buyer, by: Trader): number {
    const meeting = this.#lastSeen(conversation, by);
    if (meeting === undefined) return 404;
    if (meeting.state === 'canceled') return 200;
    if (this.#reservationOf(conversation) === undefined || !isOpen(meeting)) return 409;
    this.#stopKeeping(meeting);
    meeting.state = 'canceled';
    this.#tell(conversation, by, 'canceled');
    return 200;
  }

  /** The job runs. */
  remind(): void {
    const { open } = this;
    if (open?.state !== 'accepted' || open.isReminded) return;
    const left = open.startsAt - this.#trade.now;
    if (left > REMINDER_MS) return;
    open.isReminded = true;
    const kind = left < 50 * MINUTE_MS ? 'meeting-soon' : 'meeting-in-an-hour';
    if (left > 0) this.#trade.tell(open.conversation, kind, null);
  }

  last = (conversation: Buyer): ModelMeeting | undefined =>
    this.meetings.findLast((meeting) => meeting.conversation === conversation);

  /** The last one, if this trader sees it. */
  #lastSeen(conversation: Buyer, by: Trader): ModelMeeting | undefined {
    const last = this.last(conversation);
    return last !== undefined && sees(last, by) ? last : undefined;
  }

  #reservationOf(conversation: Buyer): ModelReservation | undefined {
    const { reservation } = this.#trade;
    return reservation?.conversation === conversation ? reservation : undefined;
  }

  #add(reservation: ModelReservation, by: Trader, days: number): number {
    const { now, listingEnd } = this.#trade;
    const { conversation, createdAt } = reservation;
    const [day, bySeller] = [Math.floor(now / DAY_MS), by === 'seller'];
    const startsAt = (day + days) * DAY_MS + 14 * HOUR_MS;
    if (startsAt <= now || startsAt >= Math.min(createdAt + 14 * DAY_MS, listingEnd)) return 400;
    const made = this.meetings.filter(
      (other) => other.conversation === conversation && other.bySeller === bySeller && other.day === day,
    );
    if (made.length >= 10) return 429;
    const [own, other] = bySeller ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const);
    if (this.#trade.hasBlocked(conversation, own)) return 409;
    const isWithheld = this.#trade.hasBlocked(conversation, other);
    const known = { conversation, bySeller, startsAt, day, reservation, isWithheld };
    this.meetings.push({ ...known, state: 'proposed', isReminded: false });
    return 200;
  }

  /** A reservation without its accepted meeting ends as it would have, but not at once. */
  #stopKeeping({ state, reservation }: ModelMeeting): void {
    if (state !== 'accepted') return;
    const usual = Math.max(this.#trade.now + DAY_MS, reservation.createdAt + 3 * DAY_MS);
    reservation.until = Math.min(reservation.until, usual);
  }

  #tell(conversation: Buyer, by: Trader, action: string): void {
    this.#trade.tell(conversation, `meeting ${action}`, by === 'seller' ? 'seller' : 'buyer');
  }
}

const isOpen = ({ state }: ModelMeeting): boolean => state === 'proposed' || state === 'accepted';
const isProposer = ({ conversation, bySeller }: ModelMeeting, by: Trader): boolean =>
  bySeller ? by === 'seller' : by === conversation;

/** Of the two of its conversation, the one who proposed it, and the other one unless it is withheld. */
const sees = (meeting: ModelMeeting, by: Trader): boolean =>
  isProposer(meeting, by) || (!meeting.isWithheld && (by === 'seller' || by === meeting.conversation));
