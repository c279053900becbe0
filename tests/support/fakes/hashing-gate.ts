import { deriveKey } from '#features/accounts/server/identity/passwords/hash-passwords.ts';

/** Stands before the hashing of passwords (`hashing: { derive: gate.derive }`) and, while it is closed, holds whoever has their turn. */
export class HashingGate {
  /** How many stand before it. */
  held = 0;
  #opened: PromiseWithResolvers<void> | null = null;

  readonly derive: typeof deriveKey = async (...asked) => {
    this.held += 1;
    await this.#opened?.promise;
    this.held -= 1;
    return deriveKey(...asked);
  };

  close(): void {
    this.#opened ??= Promise.withResolvers<void>();
  }

  open(): void {
    this.#opened?.resolve();
    this.#opened = null;
  }
}
