import { resourceMissingError } from '../http/stripe-api-error.ts';
import type { ObjectKind, SandboxObjects } from '../resources/sandbox-objects.ts';
import type { StorageTransaction, Texts } from './sandbox-storage.ts';

export class ObjectStore {
  readonly #tx: StorageTransaction;
  readonly #now: Date;

  constructor(tx: StorageTransaction, now: Date) {
    this.#tx = tx;
    this.#now = now;
  }

  async find<K extends ObjectKind>(kind: K, id: string): Promise<SandboxObjects[K] | null> {
    // Only `add` and `save` write, and they take no other type for this kind.
    return (await this.#tx.findObject(kind, id)) as SandboxObjects[K] | null;
  }

  /** Throws Stripe's 'resource_missing', with the name of the parameter that contained the id. */
  async get<K extends ObjectKind>(kind: K, id: string, param?: string): Promise<SandboxObjects[K]> {
    const found = await this.find(kind, id);
    if (found === null) throw resourceMissingError(kind, id, param);
    return found;
  }

  /** Those that contain these texts, the newest first. */
  async list<K extends ObjectKind>(kind: K, where: Texts, limit = 100): Promise<SandboxObjects[K][]> {
    return (await this.#tx.listObjects(kind, where, limit)) as SandboxObjects[K][];
  }

  add(object: SandboxObjects[ObjectKind], dueAt: Date | null = null): Promise<void> {
    const { id, object: kind } = object;
    return this.#tx.insertObject({ id, kind, data: object, dueAt, createdAt: this.#now });
  }

  save(object: SandboxObjects[ObjectKind]): Promise<void> {
    return this.#tx.updateObject(object.id, object);
  }
}
