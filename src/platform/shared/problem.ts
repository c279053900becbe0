/** The register of errors: each code once, in a contract; on the wire an RFC 9457 problem document. */
type ProblemDefinition = {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 415 | 421 | 429 | 500 | 503 | 507;
  /** The default text; an error may have a more specific one. */
  detail: string;
};

export type FieldError = { path: string; message: string };

/** The body of every error response. `errors` exists on validation failures only. */
export type ProblemDocument = {
  type: 'about:blank';
  title: string;
  status: number;
  code: string;
  detail: string;
  /** Also in the header `X-Request-Id` and in the lines of the log. */
  requestId: string;
  errors?: FieldError[];
};

export type ProblemRegistry = Record<string, ProblemDefinition>;

export const defineProblems = <const R extends ProblemRegistry>(register: R): R => register;

/** Seconds that refusals which pass by themselves ask for, unless the one who throws knows better. */
const DEFAULT_RETRY_AFTER: Partial<Record<ProblemDefinition['status'], number>> = { 429: 5, 503: 5 };

/** Thrown by actions and transports, and translated into a problem document in one place. */
export class HttpProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  /** Seconds, sent as `Retry-After`: every 429 and 503 has it. */
  readonly retryAfter: number | undefined;

  constructor(
    code: string,
    definition: ProblemDefinition,
    options: { detail?: string; errors?: FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(options.detail ?? definition.detail, { cause: options.cause });
    this.name = 'HttpProblem';
    this.code = code;
    this.status = definition.status;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter ?? DEFAULT_RETRY_AFTER[definition.status];
  }
}

/** A function that creates the errors of one register: `throw bookProblem('book-not-found')`. */
export function createProblemFactory<R extends ProblemRegistry>(register: R) {
  return (
    code: keyof R & string,
    options?: { detail?: string; errors?: FieldError[]; retryAfter?: number; cause?: unknown },
  ): HttpProblem => new HttpProblem(code, register[code] as ProblemDefinition, options);
}

/** The codes that every endpoint may return. */
export const commonProblems = defineProblems({
  'invalid-request': { status: 400 },
  'malformed-json': { status: 400 },
  'ambiguous-host': { status: 400 },
  'sign-in-required': { status: 401 },
  'invalid-token': { status: 401 },
  'admin-required': { status: 403 },
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
});

export const commonProblem = createProblemFactory('platform', commonProblems);
