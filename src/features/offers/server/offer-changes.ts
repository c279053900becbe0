import { bookChanged } from '#features/books/server/public.ts';
import {
  type ConversationActivity,
  conversationActivity,
  type EventContext,
} from '#features/conversations/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { ReservationHook } from './settle-book.ts';

export type OfferContext = Pick<ServerContext, 'database' | 'clock'> &
  EventContext & {
    jobs: Pick<ServerContext['jobs'], 'enqueue'>;
    reservationHook: ReservationHook;
  };

/** The events of one transaction, published after its commit. */
export class OfferChanges {
  readonly #activities: ConversationActivity[] = [];
  readonly #books = new Map<string, string>();
  readonly #afterCommit: (() => void)[] = [];

  addActivity(activity: ConversationActivity): void {
    this.#activities.push(activity);
  }

  addBook(bookId: string, sellerId: string): void {
    this.#books.set(bookId, sellerId);
  }

  addAfterCommit(run: () => void): void {
    this.#afterCommit.push(run);
  }

  publish(events: EventBus): void {
    for (const activity of this.#activities) events.publish(conversationActivity, activity);
    for (const run of this.#afterCommit) run();
    for (const [bookId, sellerId] of this.#books) events.publish(bookChanged, { bookId, sellerId });
  }
}
