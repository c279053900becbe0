import { UnsentStorage, unsentPrefix } from '#platform/web/unsent-storage.ts';
import type { OutgoingMessage } from './merge-messages.ts';

export const OUTBOX_KEY_PREFIX = unsentPrefix('outbox');

/** The unconfirmed messages of one user in the storage of the browser, which may be full or forbidden. */
export class OutboxStorage {
  readonly #stored: UnsentStorage<OutgoingMessage>;
  /** What the storage refused: a new message exists as long as the page, a changed one as long as its key. */
  readonly #refused = new Map<string, { message: OutgoingMessage; isNew: boolean }>();

  constructor(userId: string, storage: Storage | null) {
    this.#stored = new UnsentStorage({ prefix: OUTBOX_KEY_PREFIX, userId, storage, isEntry: isComplete });
  }

  /** All messages in their order, also those that other tabs have written. */
  load(): OutgoingMessage[] {
    const latest = this.#stored
      .load()
      .map((message) => this.#refused.get(message.clientMessageId)?.message ?? message);
    const unsaved = [...this.#refused.values()].filter(({ isNew }) => isNew).map(({ message }) => message);
    return [...latest, ...unsaved].sort((a, b) => a.at.localeCompare(b.at));
  }

  save(message: OutgoingMessage): void {
    const { clientMessageId: id } = message;
    if (this.#stored.save(id, message)) this.#refused.delete(id);
    else this.#refused.set(id, { message, isNew: !this.#stored.has(id) });
  }

  delete(clientMessageId: string): void {
    this.#refused.delete(clientMessageId);
    this.#stored.delete(clientMessageId);
  }
}

function isComplete({ clientMessageId, target, content, at, state }: Partial<OutgoingMessage>): boolean {
  const texts = [clientMessageId, content, at];
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof target === 'object' &&
    ('conversationId' in target || 'bookId' in target) &&
    (state === 'sending' || state === 'failed')
  );
}
