import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { accountProblem } from '../../../contract.ts';
import type { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import type { TaskQueue } from '#platform/server/budgets/market-queue.ts';
import {
  QueueFullError,
  type QueueKey,
  type QueueLimits,
} from '#platform/server/concurrency/bounded-queue.ts';

/** Tests set `N`, scrypt's cost, to save time, and `derive` to hold hashing up. */
export type HashingOptions = { N?: number; derive?: typeof deriveKey };

export type PasswordHasher = {
  /** Throws 'sign-in-busy' if the queue of this process would refuse a task with this key now, before work is done for it. */
  throwIfBusy(queueKey: QueueKey): void;
  /** Returns 'scrypt$N$r$p$salt$hash'. Throws 'sign-in-busy' if too many tasks wait, in all or with this key. */
  hash(password: string, queueKey?: QueueKey): Promise<string>;
  verify(password: string, hash: string, queueKey?: QueueKey): Promise<boolean>;
  /** Whether the hash costs less to guess than a new one. */
  isOutdated(hash: string): boolean;
  readonly queue: Pick<TaskQueue, 'running' | 'waiting'>;
};

const KEY_BYTES = 64;

/** Besides the running one. */
const MAX_WAITING_PER_ACCOUNT = 2;
/**
 * Of the process: a hash takes 32 MB and about 100 ms. Two at a time leave it responsive, and twenty wait for two
 * seconds.
 */
export const passwordQueueLimits: QueueLimits = {
  running: 2,
  waiting: 20,
  waitingOfSequence: MAX_WAITING_PER_ACCOUNT,
};
/** The slots of an account in the queues of all processes together. */
const placesOfAccount = { name: 'hashing', places: 1 + MAX_WAITING_PER_ACCOUNT };

const busyProblem = () => accountProblem('sign-in-busy', { retryAfter: 2 });

export function createPasswordHasher(
  { limits, queue }: { limits: Pick<SharedRateLimiter, 'enter'>; queue: TaskQueue },
  options: HashingOptions = {},
): PasswordHasher {
  const inQueue = async <T>(queueKey: QueueKey | undefined, task: () => Promise<T>): Promise<T> => {
    const account = queueKey?.sequence;
    const leave = account === undefined ? () => {} : await limits.enter(placesOfAccount, account);
    if (leave === null) throw busyProblem();
    return queue
      .run(task, { key: queueKey })
      .catch((error: unknown) => {
        throw error instanceof QueueFullError ? busyProblem() : error;
      })
      .finally(leave);
  };
  const derive = options.derive ?? deriveKey;
  // The cost equals OWASP's minimum: its 2^15, 8 and 3 take the same memory and time.
  const cost = { N: options.N ?? 16_384, r: 16, p: 3 };
  return {
    queue,
    throwIfBusy(queueKey) {
      if (queue.isFullFor(queueKey)) throw busyProblem();
    },
    async hash(password, queueKey) {
      const salt = randomBytes(16);
      const key = await inQueue(queueKey, () => derive(password, salt, cost, KEY_BYTES));
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
        '$',
      );
    },
    async verify(password, hash, queueKey) {
      const [name, N, r, p, salt, expected] = hash.split('$');
      if (name !== 'scrypt' || salt === undefined || expected === undefined) return false;
      const wanted = Buffer.from(expected, 'base64url');
      const options = { N: Number(N), r: Number(r), p: Number(p) };
      const key = await inQueue(queueKey, () =>
        derive(password, Buffer.from(salt, 'base64url'), options, wanted.length),
      );
      return timingSafeEqual(key, wanted);
    },
    isOutdated(hash) {
      const [, N, r, p] = hash.split('$').map(Number);
      return N! * r! * p! < cost.N * cost.r * cost.p;
    },
  };
}

export function deriveKey(
  password: string,
  salt: Buffer,
  options: ScryptOptions,
  length: number,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // The same password typed on another keyboard may be composed differently.
  scrypt(password.normalize('NFKC'), salt, length, { ...options, maxmem: 128 * 1024 * 1024 }, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}
