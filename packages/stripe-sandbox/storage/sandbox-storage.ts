/** What the sandbox needs of a database. `describe-sandbox-storage.ts` tests an implementation. */

/** One of Stripe's objects, as JSON. */
export interface ObjectRow {
  /** `pi_…`, `cus_…`, `sub_…`: unique among all kinds. */
  id: string;
  /** The object's field `object`: 'payment_intent'. */
  kind: string;
  data: object;
  /** The time of its next step without a request: a renewal, a retry, an expiry. */
  dueAt: Date | null;
  createdAt: Date;
}

/** The response to a request with an `Idempotency-Key`. */
export interface ResponseRow {
  idempotencyKey: string;
  /** A hash of method, path and body: the same key with another request is an error. */
  fingerprint: string;
  status: number;
  body: object;
  createdAt: Date;
}

/** Texts at paths of `data`: `{'payment.payment_intent': 'pi_…'}`. */
export type Texts = Record<string, string | undefined>;

export interface StorageTransaction {
  findObject(kind: string, id: string): Promise<object | null>;
  /** Those with all of the texts, the newest first; rows of the same time by id, descending. */
  listObjects(kind: string, where: Texts, limit: number): Promise<object[]>;
  insertObject(row: ObjectRow): Promise<void>;
  updateObject(id: string, data: object): Promise<void>;
  findDueAt(id: string): Promise<Date | null>;
  setDueAt(id: string, dueAt: Date | null): Promise<void>;
  findResponse(idempotencyKey: string): Promise<ResponseRow | null>;
  insertResponse(row: ResponseRow): Promise<void>;
  /** Deletes the responses whose body is the object with this id. */
  deleteResponsesAbout(objectId: string): Promise<void>;
  /** Has `StripeSandbox.deliverEvent` called after the commit, and again until it succeeds. */
  enqueueEvent(eventId: string): Promise<void>;
}

export interface SandboxStorage {
  /** All of `work` or nothing is stored. No two transactions run at once, in any process. */
  runTransaction<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>;
  runReadTransaction<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>;
  /** The ids of objects with `dueAt` up to `now`, the longest due first. */
  listDueObjects(kind: string, now: Date, limit: number): Promise<string[]>;
  deleteObjectsBefore(kind: string, time: Date): Promise<void>;
  deleteResponsesBefore(time: Date): Promise<void>;
  /** Whether the error says that the storage cannot be reached now: a reason to try again, not a fault. */
  isUnavailable(error: unknown): boolean;
}
