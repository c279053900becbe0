import type { SocketLimits } from '../socket/socket-limits.ts';
import { ReconnectSchedule } from '../socket/reconnect-schedule.ts';
import { UnauthenticatedConnections } from '../socket/unauthenticated-connections.ts';

/** The sockets of a process. Its limits are of all markets together. */
export class SocketBudget {
  /** Who authenticates connections tells it how long that takes. */
  readonly reconnects: ReconnectSchedule;
  readonly unauthenticated = new UnauthenticatedConnections<object>();
  readonly turnedAway = new UnauthenticatedConnections<object>();
  readonly #shares = new Set<SocketShare>();

  constructor({ maxUnauthenticatedAtOnce }: Pick<SocketLimits, 'maxUnauthenticatedAtOnce'>) {
    this.reconnects = new ReconnectSchedule(maxUnauthenticatedAtOnce);
  }

  openMarket(): SocketShare {
    const share = new SocketShare(this);
    this.#shares.add(share);
    return share;
  }

  forget(share: SocketShare): void {
    this.#shares.delete(share);
  }

  get size(): number {
    let size = 0;
    for (const share of this.#shares) size += share.size;
    return size;
  }
}

/** The sockets of one market, counted in the budget of its process. */
export class SocketShare {
  readonly #budget: SocketBudget;
  /** Open connections of this market, with those that are closing. */
  size = 0;

  constructor(budget: SocketBudget) {
    this.#budget = budget;
  }

  get reconnects(): ReconnectSchedule {
    return this.#budget.reconnects;
  }

  get unauthenticated(): UnauthenticatedConnections<object> {
    return this.#budget.unauthenticated;
  }

  get turnedAway(): UnauthenticatedConnections<object> {
    return this.#budget.turnedAway;
  }

  /** No further socket opens: the process is full, or this market has half of what others leave free. */
  isFull(max: number): boolean {
    const others = this.#budget.size - this.size;
    return this.size + others >= max || (others > 0 && this.size >= (max - others) / 2);
  }

  /** Whether more than half of the process is used. */
  isCrowded(max: number): boolean {
    return this.#budget.size > max / 2;
  }

  close(): void {
    this.#budget.forget(this);
  }
}
