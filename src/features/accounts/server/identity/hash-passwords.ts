import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { accountProblem } from '../../contract.ts';

/**
 * A hash takes 32 MB and about 100 ms: two at a time keep the process answering, twenty waiting are two seconds.
 * `N` is scrypt's cost, for tests that have no second to spare.
 */
export type HashingOptions = { atOnce?: number; waiting?: number; N?: number };

export type PasswordHasher = {
  /** 'scrypt$N$r$p$salt$hash'. Raises 'identity-busy' when too many are waiting. */
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

const keyBytes = 64;

export function createPasswordHasher(options: HashingOptions = {}): PasswordHasher {
  const queue = new BoundedQueue(options.atOnce ?? 2, options.waiting ?? 20);
  const cost = { N: options.N ?? 16_384, r: 16, p: 1 };
  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await queue.run(() => derive(password, salt, cost, keyBytes));
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(
        '$',
      );
    },
    async verify(password, hash) {
      const [name, N, r, p, salt, expected] = hash.split('$');
      if (name !== 'scrypt' || salt === undefined || expected === undefined) return false;
      const wanted = Buffer.from(expected, 'base64url');
      const options = { N: Number(N), r: Number(r), p: Number(p) };
      const key = await queue.run(() =>
        derive(password, Buffer.from(salt, 'base64url'), options, wanted.length),
      );
      return timingSafeEqual(key, wanted);
    },
  };
}

function derive(password: string, salt: Buffer, options: ScryptOptions, length: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // The same password typed on another keyboard may be composed differently.
  scrypt(password.normalize('NFKC'), salt, length, { ...options, maxmem: 128 * 1024 * 1024 }, (error, key) =>
    error ? reject(error) : resolve(key),
  );
  return promise;
}

/** Runs a few works at once, keeps some waiting in order, refuses the rest. */
class BoundedQueue {
  readonly #atOnce: number;
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, most: number) {
    this.#atOnce = atOnce;
    this.#most = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn();
    try {
      return await work();
    } finally {
      // A place is handed on rather than given up, so that nobody overtakes those who wait.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#most) throw accountProblem('identity-busy', { retryAfter: 2 });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    return promise;
  }
}
