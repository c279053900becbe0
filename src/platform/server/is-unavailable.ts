import { HttpProblem } from '#platform/shared/problem.ts';

/** Temporary failures: connection, resources, operator intervention, timeouts, a busy lock, a new replica. */
const UNAVAILABLE_SQLSTATE = /^(08...|53...|57...|55P03|25006)$/;
const brokenConnectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // The name of a server that is not there: of a container, and while the resolver is down.
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** `pg` gives these errors no code. */
const BROKEN_CONNECTION_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout/;

/** Whether the cause is a required part that is temporarily unreachable. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof HttpProblem && error.status === 503) return true;
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === 'string' && (UNAVAILABLE_SQLSTATE.test(code) || brokenConnectionCodes.has(code)))
      return true;
    if (BROKEN_CONNECTION_TEXT.test(current.message)) return true;
  }
  return false;
}
