import { wordInEnglish } from './texts/english.ts';
import type { TextId, TextToken } from './texts/t.ts';
import type { TextArguments } from './texts/text-arguments.ts';

/**
 * The register of errors: each code once, in a contract; on the wire an RFC 9457 problem document. The text of a
 * code is `<feature>.problem.<code>` in the feature's catalogue.
 */
type ProblemDefinition = {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 410 | 413 | 415 | 421 | 429 | 500 | 503 | 507;
  /** Constant arguments of the text. */
  args?: TextToken['args'];
};

/** An error of a field, as thrown. */
export type RefusedField = { path: string; text: TextToken };

/** An error of a field, in the language of the request. */
export type FieldError = { path: string; message: string };

/** The body of every error response. `errors` exists on validation failures only. */
export type ProblemDocument = {
  type: 'about:blank';
  title: string;
  status: number;
  code: string;
  /** The arguments of `detail`. Amounts of money are `{ amount }` in minor units, times `{ time }` in ISO 8601. */
  args?: TextToken['args'];
  detail: string;
  /** Also in the header `X-Request-Id` and in the log. */
  requestId: string;
  /** `code` is the id of the text. */
  errors?: (FieldError & { code: TextId; args?: TextToken['args'] })[];
};

export type ProblemRegistry = Record<string, ProblemDefinition>;

export const defineProblems = <const R extends ProblemRegistry>(register: R): R => register;

/** The default `Retry-After` of temporary refusals, in seconds. */
const DEFAULT_RETRY_AFTER: Partial<Record<ProblemDefinition['status'], number>> = { 429: 5, 503: 5 };

type ProblemOptions = {
  /** A more specific text than that of the code: `<feature>.problem.<code>.<case>`. */
  text?: TextToken | undefined;
  errors?: readonly RefusedField[];
  retryAfter?: number;
  cause?: unknown;
};

/**
 * Thrown by actions and transports, and translated into a problem document in one place, in the language of the
 * request. Its message is English, for the log.
 */
export class HttpProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly text: TextToken;
  readonly errors: readonly RefusedField[] | undefined;
  /** Seconds, sent as `Retry-After`: every 429 and 503 has it. */
  readonly retryAfter: number | undefined;

  constructor(
    { code, status, text }: { code: string; status: ProblemDefinition['status']; text: TextToken },
    { errors, retryAfter, cause }: Omit<ProblemOptions, 'text'>,
  ) {
    super(wordInEnglish(text), { cause });
    this.name = 'HttpProblem';
    this.code = code;
    this.status = status;
    this.text = text;
    this.errors = errors;
    this.retryAfter = retryAfter ?? DEFAULT_RETRY_AFTER[status];
  }
}

type Arguments<Id> = Id extends TextId
  ? TextArguments[Id] extends null
    ? object
    : TextArguments[Id]
  : object;

/** The arguments that the caller must pass, because the definition of the code has none. */
type MissingArguments<Owner extends string, R extends ProblemRegistry, Code extends keyof R & string> = Omit<
  Arguments<`${Owner}.problem.${Code}`>,
  R[Code] extends { args: infer Given } ? keyof Given : never
>;

type Rest<Missing> = keyof Missing extends never
  ? [options?: ProblemOptions]
  : [options: ProblemOptions & { args: Missing }];

/**
 * A function that creates the errors of one register: `throw bookProblem('book-not-found')`. `owner` begins the ids
 * of their texts.
 */
export const createProblemFactory =
  <const Owner extends string, R extends ProblemRegistry>(owner: Owner, register: R) =>
  <Code extends keyof R & string>(
    code: Code,
    ...[options = {}]: Rest<MissingArguments<Owner, R, Code>>
  ): HttpProblem => {
    const { status, args: constant } = register[code] as ProblemDefinition;
    const args = { ...constant, ...('args' in options && (options.args as object)) };
    const id = `${owner}.problem.${code}` as TextId;
    const own: TextToken = Object.keys(args).length === 0 ? { id } : { id, args };
    return new HttpProblem({ code, status, text: options.text ?? own }, options);
  };

/** The codes that every endpoint may return. */
export const commonProblems = defineProblems({
  'invalid-request': { status: 400 },
  'malformed-json': { status: 400 },
  'ambiguous-host': { status: 400 },
  'sign-in-required': { status: 401 },
  'invalid-token': { status: 401 },
  'admin-required': { status: 403 },
  'role-required': { status: 403 },
  /** Also in `args`: `until`, a `{ time }` in ISO 8601. */
  'account-paused': { status: 403 },
  'passkey-required': { status: 403 },
  'user-mismatch': { status: 403 },
  'not-found': { status: 404 },
  'request-timeout': { status: 408 },
  'body-too-large': { status: 413 },
  'unsupported-media-type': { status: 415 },
  'unknown-host': { status: 421 },
  'too-many-requests': { status: 429 },
  'internal-error': { status: 500 },
  'disk-nearly-full': { status: 507 },
  'service-unavailable': { status: 503 },
  'market-creating': { status: 503 },
  'market-paused': { status: 503 },
  'market-moving': { status: 503 },
  'market-closed': { status: 410 },
});

export const commonProblem = createProblemFactory('platform', commonProblems);
