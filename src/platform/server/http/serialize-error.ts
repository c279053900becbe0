type SerializedError = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: SerializedError;
  [more: string]: unknown;
};

/** An error for the log, without the values of a failed statement: they are user data and secrets. */
export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error), stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: callsOf(error.stack ?? ''),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  };
}

/** Libraries also pass on objects with a message. A bare text may be a secret. */
function messageOf(thrown: unknown): string {
  const { message } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as { message?: unknown };
  return typeof message === 'string' ? withoutValues(message) : 'thrown, but no error';
}

/** Drizzle puts the statement and its parameters into the message. */
const withoutValues = (message: string): string => message.split(/\s*\n?params: /)[0]!;

const callsOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
