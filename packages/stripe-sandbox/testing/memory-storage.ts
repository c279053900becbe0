import type {
  ObjectRow,
  ResponseRow,
  SandboxStorage,
  StorageTransaction,
  Texts,
} from '../storage/sandbox-storage.ts';

type State = { objects: Map<string, ObjectRow>; responses: Map<string, ResponseRow>; events: string[] };

/** In memory. Rows are kept as JSON: a change to an object does not change the stored row. */
export class MemoryStorage implements SandboxStorage {
  /** Never changed: a commit replaces it. */
  #state: State = { objects: new Map(), responses: new Map(), events: [] };
  #queue: Promise<unknown> = Promise.resolve();

  /** The rows of a kind; all rows without one. */
  objects(kind?: string): ObjectRow[] {
    return [...this.#state.objects.values()].filter((row) => kind === undefined || row.kind === kind);
  }

  /** The ids of the events to deliver, the oldest first. */
  get enqueuedEvents(): readonly string[] {
    return this.#state.events;
  }

  runTransaction<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T> {
    return this.#change((draft) => work(new MemoryTransaction(draft)));
  }

  async runReadTransaction<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T> {
    return work(new MemoryTransaction(this.#state, true));
  }

  async listDueObjects(kind: string, now: Date, limit: number): Promise<string[]> {
    return this.objects(kind)
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort((one, other) => one.dueAt!.getTime() - other.dueAt!.getTime())
      .slice(0, limit)
      .map(({ id }) => id);
  }

  deleteObjectsBefore(kind: string, time: Date): Promise<void> {
    return this.#change(async ({ objects }) => {
      for (const row of objects.values())
        if (row.kind === kind && row.createdAt < time) objects.delete(row.id);
    });
  }

  deleteResponsesBefore(time: Date): Promise<void> {
    return this.#change(async ({ responses }) => {
      for (const row of responses.values()) if (row.createdAt < time) responses.delete(row.idempotencyKey);
    });
  }

  isUnavailable = () => false;

  /** One change after another, each on a draft that replaces the state once it is complete. */
  #change<T>(work: (draft: State) => Promise<T>): Promise<T> {
    const result = this.#queue.then(async () => {
      const { objects, responses, events } = this.#state;
      const draft = { objects: new Map(objects), responses: new Map(responses), events: [...events] };
      const value = await work(draft);
      this.#state = draft;
      return value;
    });
    this.#queue = result.catch(() => {});
    return result;
  }
}

class MemoryTransaction implements StorageTransaction {
  readonly #state: State;
  readonly #isReadOnly: boolean;

  constructor(state: State, isReadOnly = false) {
    this.#state = state;
    this.#isReadOnly = isReadOnly;
  }

  async findObject(kind: string, id: string): Promise<object | null> {
    const row = this.#state.objects.get(id);
    return row?.kind === kind ? copy(row.data) : null;
  }

  async listObjects(kind: string, where: Texts, limit: number): Promise<object[]> {
    return [...this.#state.objects.values()]
      .filter((row) => row.kind === kind)
      .filter(({ data }) => Object.entries(where).every(([path, text]) => matches(data, path, text)))
      .sort(compareRows)
      .slice(0, limit)
      .map(({ data }) => copy(data));
  }

  async insertObject(row: ObjectRow): Promise<void> {
    this.#assertWritable();
    if (this.#state.objects.has(row.id)) throw new Error(`There is already an object ${row.id}`);
    this.#state.objects.set(row.id, { ...row, data: copy(row.data) });
  }

  updateObject(id: string, data: object): Promise<void> {
    return this.#update(id, { data: copy(data) });
  }

  async findDueAt(id: string): Promise<Date | null> {
    return this.#state.objects.get(id)?.dueAt ?? null;
  }

  setDueAt(id: string, dueAt: Date | null): Promise<void> {
    return this.#update(id, { dueAt });
  }

  async findResponse(idempotencyKey: string): Promise<ResponseRow | null> {
    return this.#state.responses.get(idempotencyKey) ?? null;
  }

  async insertResponse(row: ResponseRow): Promise<void> {
    this.#assertWritable();
    const { idempotencyKey } = row;
    if (this.#state.responses.has(idempotencyKey))
      throw new Error(`There is a response to ${idempotencyKey}`);
    this.#state.responses.set(idempotencyKey, { ...row, body: copy(row.body) });
  }

  async deleteResponsesAbout(objectId: string): Promise<void> {
    this.#assertWritable();
    for (const { idempotencyKey, body } of this.#state.responses.values())
      if ('id' in body && body.id === objectId) this.#state.responses.delete(idempotencyKey);
  }

  async enqueueEvent(eventId: string): Promise<void> {
    this.#assertWritable();
    this.#state.events.push(eventId);
  }

  async #update(id: string, fields: Partial<ObjectRow>): Promise<void> {
    this.#assertWritable();
    const row = this.#state.objects.get(id);
    if (row !== undefined) this.#state.objects.set(id, { ...row, ...fields });
  }

  #assertWritable(): void {
    if (this.#isReadOnly) throw new Error('A read transaction cannot write');
  }
}

const copy = (data: object): object => JSON.parse(JSON.stringify(data)) as object;

const compareRows = (one: ObjectRow, other: ObjectRow): number =>
  other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);

function matches(data: object, path: string, text: string | undefined): boolean {
  if (text === undefined) return true;
  let value: unknown = data;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value === text;
}
