import { tracingChannel } from 'node:diagnostics_channel';

/** A statement that runs. Its text and parameters stay here: they may contain what users have written. */
export type RunningStatement = { operation: string; table: string | undefined; error?: unknown };

/** Publishes statements to tracing, which subscribes only if it is configured. */
export const databaseChannel = tracingChannel<unknown, RunningStatement>('bookswap:database');

type Run = (...args: unknown[]) => unknown;

/** Runs a statement, with a callback at the end of the arguments or with a promise. */
export function runObserved(run: Run, args: unknown[]): unknown {
  const statement = describeStatement(args[0]);
  if (typeof args.at(-1) === 'function')
    return databaseChannel.traceCallback(run, args.length - 1, statement, undefined, ...args);
  return databaseChannel.tracePromise(run as () => Promise<unknown>, statement, undefined, ...(args as []));
}

/** 'SELECT' and 'books' of a statement: names of ours. */
function describeStatement(config: unknown): RunningStatement {
  const text =
    typeof config === 'string' ? config : String((config as { text?: unknown } | null)?.text ?? '');
  const [, operation = 'QUERY'] = /^[\s(]*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z_0-9.]*)/i.exec(text) ?? [];
  return { operation: operation.toUpperCase(), table };
}
