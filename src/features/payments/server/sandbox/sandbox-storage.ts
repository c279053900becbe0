import { and, asc, desc, eq, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { SandboxStorage, StorageTransaction } from '#packages/stripe-sandbox/storage/sandbox-storage.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { isUnavailable } from '#platform/server/is-unavailable.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { sandboxObjects, sandboxRequests } from './table.ts';

export const DELIVER_QUEUE = 'deliver-sandbox-events';

const lockSandbox = createSingleLock('payment sandbox');

type Context = Pick<ServerContext, 'database' | 'jobs'>;

const isDue = (kind: string, now: Date) => and(eq(sandboxObjects.kind, kind), lte(sandboxObjects.dueAt, now));

export const selectDueBilling = (now: Date): SQL =>
  sql`SELECT FROM ${sandboxObjects} WHERE ${isDue('subscription', now)}`;

export const selectNextBilling = (): SQL =>
  sql`SELECT min(due_at) FROM ${sandboxObjects} WHERE kind = 'subscription'`;

/** The sandbox's storage in the product's database. Several processes share it, and so are one sandbox. */
export function createSandboxStorage({ database, jobs }: Context): SandboxStorage {
  const { orm } = database;
  return {
    runTransaction: (work) =>
      database.transaction(async (tx) => {
        await lockSandbox(tx);
        return work(toStorageTransaction(tx, jobs));
      }),
    runReadTransaction: (work) =>
      database.transaction((tx) => work(toStorageTransaction(tx, jobs)), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      }),
    async listDueObjects(kind, now, limit) {
      const due = await orm
        .select({ id: sandboxObjects.id })
        .from(sandboxObjects)
        .where(isDue(kind, now))
        .orderBy(asc(sandboxObjects.dueAt))
        .limit(limit);
      return due.map(({ id }) => id);
    },
    async deleteObjectsBefore(kind, time) {
      const { kind: kindColumn, createdAt } = sandboxObjects;
      await orm.delete(sandboxObjects).where(and(eq(kindColumn, kind), lt(createdAt, time)));
    },
    async deleteResponsesBefore(time) {
      await orm.delete(sandboxRequests).where(lt(sandboxRequests.createdAt, time));
    },
    isUnavailable,
  };
}

function toStorageTransaction(tx: Transaction, jobs: ServerContext['jobs']): StorageTransaction {
  const { id: idColumn, kind: kindColumn, data: dataColumn, dueAt: dueAtColumn } = sandboxObjects;
  const update = async (id: string, fields: { data?: object; dueAt?: Date | null }) => {
    await tx.update(sandboxObjects).set(fields).where(eq(idColumn, id));
  };
  return {
    async findObject(kind, id) {
      const isObject = and(eq(idColumn, id), eq(kindColumn, kind));
      const [row] = await tx.select({ data: dataColumn }).from(sandboxObjects).where(isObject);
      return row === undefined ? null : (row.data as object);
    },
    async listObjects(kind, where, limit) {
      const conditions = Object.entries(where).map(([path, text]) =>
        text === undefined ? undefined : sql`data #>> ${`{${path.replaceAll('.', ',')}}`}::text[] = ${text}`,
      );
      const rows = await tx
        .select({ data: dataColumn })
        .from(sandboxObjects)
        .where(and(eq(kindColumn, kind), ...conditions))
        .orderBy(desc(sandboxObjects.createdAt), desc(idColumn))
        .limit(limit);
      return rows.map(({ data }) => data as object);
    },
    async insertObject(row) {
      await tx.insert(sandboxObjects).values(row);
    },
    updateObject: (id, data) => update(id, { data }),
    async findDueAt(id) {
      const [row] = await tx.select({ dueAt: dueAtColumn }).from(sandboxObjects).where(eq(idColumn, id));
      return row?.dueAt ?? null;
    },
    setDueAt: (id, dueAt) => update(id, { dueAt }),
    async findResponse(idempotencyKey) {
      const isOfKey = eq(sandboxRequests.idempotencyKey, idempotencyKey);
      const [row] = await tx.select().from(sandboxRequests).where(isOfKey);
      return row === undefined ? null : { ...row, body: row.body as object };
    },
    async insertResponse(row) {
      await tx.insert(sandboxRequests).values(row);
    },
    async deleteResponsesAbout(objectId) {
      await tx.delete(sandboxRequests).where(sql`${sandboxRequests.body} ->> 'id' = ${objectId}`);
    },
    enqueueEvent: (eventId) => jobs.enqueue(tx, DELIVER_QUEUE, { eventId }),
  };
}
