import { createHash } from 'node:crypto';
import type { DBAdapter, Where } from '@better-auth/core/db/adapter';
import type { BetterAuthOptions } from '@better-auth/core';
import type { Clock } from '#platform/shared/clock.ts';
import { sessionTimes } from '../../../rules.ts';

/** A session that was created before this time has ended. */
export const oldestSessionStart = (now: Date): Date => new Date(now.getTime() - sessionTimes.longestMs);

/** What is stored of a session token: its reader cannot sign in. It is random, so no salt is needed. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex');

type Adapter = DBAdapter<BetterAuthOptions>;
type Row = Record<string, unknown> | null;

/**
 * An adapter that looks to Better Auth as if it stored plain session tokens; the database gets their hashes.
 * Sessions that have reached their greatest age are not found.
 */
export function hashSessionTokens<Options>(
  createAdapter: (options: Options) => Adapter,
  clock: Clock,
): (options: Options) => Adapter {
  return (options) => withHashedTokens(createAdapter(options), clock);
}

function withHashedTokens(adapter: Adapter, clock: Clock): Adapter {
  const hashed = <I extends { model: string; where?: Where[] }>(input: I): I =>
    input.model === 'session' && input.where !== undefined
      ? { ...input, where: input.where.map(hashCondition) }
      : input;

  const overridden = {
    async create(input: { model: string; data: Record<string, unknown> }) {
      // Better Auth takes the time from the machine; the age of a session is counted by the product's clock.
      const data: Record<string, unknown> = {
        ...input.data,
        ...('createdAt' in input.data && { createdAt: clock.now() }),
      };
      if (input.model !== 'session') return adapter.create({ ...input, data });
      const token = data['token'] as string;
      const row = await adapter.create({ ...input, data: { ...data, token: hashSessionToken(token) } });
      return { ...row, token };
    },
    async findOne(input: Parameters<Adapter['findOne']>[0]) {
      const token = soughtToken(input);
      if (token === null) return adapter.findOne(hashed(input));
      const where = [...hashed(input).where, createdAfter(oldestSessionStart(clock.now()))];
      return withToken(await adapter.findOne({ ...input, where }), token);
    },
    async update(input: Parameters<Adapter['update']>[0]) {
      return withToken(await adapter.update(hashed(input)), soughtToken(input));
    },
    findMany: (input: Parameters<Adapter['findMany']>[0]) => adapter.findMany(hashed(input)),
    updateMany: (input: Parameters<Adapter['updateMany']>[0]) => adapter.updateMany(hashed(input)),
    delete: (input: Parameters<Adapter['delete']>[0]) => adapter.delete(hashed(input)),
    deleteMany: (input: Parameters<Adapter['deleteMany']>[0]) => adapter.deleteMany(hashed(input)),
    transaction: <R>(work: (tx: Adapter) => Promise<R>) =>
      adapter.transaction((tx) => work(withHashedTokens(tx as Adapter, clock))),
  };
  return { ...adapter, ...(overridden as Partial<Adapter>) };
}

const createdAfter = (value: Date): Where => ({ field: 'createdAt', operator: 'gt', value });

function hashCondition(condition: Where): Where {
  if (condition.field !== 'token') return condition;
  const { value } = condition;
  return { ...condition, value: Array.isArray(value) ? value.map(hashValue) : hashValue(value) };
}

const hashValue = (value: unknown): string => hashSessionToken(String(value));

/** The token of the one session that is looked up; null if it is looked up otherwise. */
function soughtToken({ model, where }: { model: string; where: Where[] }): string | null {
  const sought = model === 'session' ? where.find(({ field }) => field === 'token') : undefined;
  return typeof sought?.value === 'string' ? sought.value : null;
}

const withToken = (row: unknown, token: string | null) =>
  (row === null || token === null ? row : { ...(row as Row), token }) as never;
