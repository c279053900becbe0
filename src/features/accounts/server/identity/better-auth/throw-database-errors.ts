import { AsyncLocalStorage } from 'node:async_hooks';
import { type APIError, isAPIError } from 'better-auth/api';
import { isUnavailable } from '#platform/server/is-unavailable.ts';
import { commonProblem } from '#platform/shared/problem.ts';

const RETRY_AFTER_SECONDS = 2;

/** The first error of the database in this call to Better Auth. */
const currentCall = new AsyncLocalStorage<{ databaseError?: unknown }>();

/**
 * Better Auth swallows errors of its adapter: an unreadable session would not exist, and sign its user out. This
 * adapter records its errors for `throwDatabaseErrors`.
 */
export function recordDatabaseErrors<Options, Adapter extends object>(
  createAdapter: (options: Options) => Adapter,
): (options: Options) => Adapter {
  return (options) => wrapMethods(createAdapter(options), recordError);
}

/**
 * The same API. Throws 'service-unavailable' if the database was unavailable, also if Better Auth returns
 * something else. Another error of the database replaces the errors that `isReplaced`.
 */
export function throwDatabaseErrors<Api extends object>(
  api: Api,
  isReplaced: (error: APIError) => boolean = isUnauthorized,
): Api {
  return wrapMethods(api, (call) => throwError(call, isReplaced));
}

const isUnauthorized = ({ statusCode }: APIError) => statusCode === 401;

async function recordError(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    const current = currentCall.getStore();
    if (current !== undefined) current.databaseError ??= error;
    throw error;
  }
}

function throwError(call: () => unknown, isReplaced: (error: APIError) => boolean): Promise<unknown> {
  const current: { databaseError?: unknown } = {};
  const throwUnavailable = () => {
    if (isUnavailable(current.databaseError))
      throw commonProblem('service-unavailable', {
        retryAfter: RETRY_AFTER_SECONDS,
        cause: current.databaseError,
      });
  };
  return currentCall.run(current, async () => {
    try {
      const result = await call();
      throwUnavailable();
      return result;
    } catch (error) {
      throwUnavailable();
      throw isAPIError(error) && isReplaced(error) ? (current.databaseError ?? error) : error;
    }
  });
}

/** All methods are asynchronous. */
function wrapMethods<T extends object>(target: T, wrap: (call: () => unknown) => Promise<unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => wrap(() => Reflect.apply(value, target, args));
    },
  });
}
