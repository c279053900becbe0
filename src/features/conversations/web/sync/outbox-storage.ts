import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';
import type { OutgoingMessage } from './merge-messages.ts';

/** Deleted at sign-out, like all private keys. With one key per message, tabs never overwrite each other. */
export const OUTBOX_KEY_PREFIX = `${PRIVATE_STORAGE_PREFIX}outbox:`;

/** The unconfirmed messages of one user in the storage of the browser, which may be full or forbidden. */
export class OutboxStorage {
  readonly #userId: string;
  readonly #storage: Storage | null;
  /** What the storage refused: a new message exists as long as the page, a changed one as long as its key. */
  readonly #refused = new Map<string, { message: OutgoingMessage; isNew: boolean }>();

  constructor(userId: string, storage: Storage | null) {
    this.#userId = userId;
    this.#storage = storage;
  }

  /** All messages in their order, also those that other tabs have written. */
  load(): OutgoingMessage[] {
    const stored = this.#keys().flatMap((key) => this.#read(key) ?? []);
    const latest = stored.map((message) => this.#refused.get(message.clientMessageId)?.message ?? message);
    const unsaved = [...this.#refused.values()].filter(({ isNew }) => isNew).map(({ message }) => message);
    return [...latest, ...unsaved].sort((a, b) => a.at.localeCompare(b.at));
  }

  save(message: OutgoingMessage): void {
    const { clientMessageId } = message;
    try {
      if (this.#storage === null) throw new Error('There is no storage');
      const stored = JSON.stringify({ ...message, userId: this.#userId });
      this.#storage.setItem(OUTBOX_KEY_PREFIX + clientMessageId, stored);
      this.#refused.delete(clientMessageId);
    } catch {
      const isNew = !this.#keys().includes(OUTBOX_KEY_PREFIX + clientMessageId);
      this.#refused.set(clientMessageId, { message, isNew });
    }
  }

  delete(clientMessageId: string): void {
    this.#refused.delete(clientMessageId);
    try {
      this.#storage?.removeItem(OUTBOX_KEY_PREFIX + clientMessageId);
    } catch {
      // Nothing was stored either.
    }
  }

  #keys(): string[] {
    try {
      return Object.keys(this.#storage ?? {}).filter((key) => key.startsWith(OUTBOX_KEY_PREFIX));
    } catch {
      return [];
    }
  }

  /** Null: the message of another user, or an entry that this product cannot read. */
  #read(key: string): OutgoingMessage | null {
    try {
      const { userId, ...message } = JSON.parse(this.#storage?.getItem(key) ?? '') as StoredMessage;
      return userId === this.#userId && isComplete(message) ? message : null;
    } catch {
      return null;
    }
  }
}

type StoredMessage = OutgoingMessage & { userId: string };

/** Whether an entry of the storage, which any version may have written, is a message. */
function isComplete({ clientMessageId, target, content, at, state }: Partial<OutgoingMessage>): boolean {
  const texts = [clientMessageId, content, at];
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof target === 'object' &&
    ('conversationId' in target || 'bookId' in target) &&
    (state === 'sending' || state === 'failed')
  );
}
