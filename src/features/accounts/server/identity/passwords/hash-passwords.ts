import { type ScryptOptions, randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { accountProblem } from '#features/accounts/contract.ts';
import { FairQueue, FairQueueFullError, type FairQueueKey } from './fair-queue.ts';

/**
 * A hash takes 32 MB and about 100 ms: two at a time keep the process answering, twenty waiting are two seconds.
 * `N` is scrypt's cost, for tests that have no second to spare; `derive` is what they hold up.
 */
export type HashingOptions = { atOnce?: number; waiting?: number; N?: number; derive?: typeof deriveKey };

export type PasswordHasher = {
  /** 'scrypt$N$r$p$salt$hash'. Raises 'identity-busy' when too many are waiting, or too many of this party. */
  hash(password: string, party?: FairQueueKey): Promise<string>;
  verify(password: string, hash: string, party?: FairQueueKey): Promise<boolean>;
};

const KEY_BYTES = 64;

export function createPasswordHasher(options: HashingOptions = {}): PasswordHasher {
  const queue = new FairQueue({ running: options.atOnce ?? 2, waiting: options.waiting ?? 20 });
  const inLine = <T>(party: FairQueueKey | undefined, work: () => Promise<T>): Promise<T> =>
    queue.run(party ?? { account: randomUUID(), address: 'this process' }, work).catch((error: unknown) => {
      throw error instanceof FairQueueFullError ? accountProblem('identity-busy', { retryAfter: 2 }) : error;
    });
  const derive = options.derive ?? deriveKey;
  const cost = { N: options.N ?? 16_384, r: 16, p: 1 };
  return {
    async hash(password, party) {
      const salt = randomBytes(16);
      const key = await inLine(party, () => derive(password, salt, cost, KEY_BYTES));
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
        '$',
      );
    },
    async verify(password, hash, party) {
      const [name, N, r, p, salt, expected] = hash.split('$');
      if (name !== 'scrypt' || salt === undefined || expected === undefined) return false;
      const wanted = Buffer.from(expected, 'base64url');
      const options = { N: Number(N), r: Number(r), p: Number(p) };
      const key = await inLine(party, () =>
        derive(password, Buffer.from(salt, 'base64url'), options, wanted.length),
      );
      return timingSafeEqual(key, wanted);
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
