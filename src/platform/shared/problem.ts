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
  'invalid-request': { status: 400, detail: "The request isn't valid." },
  'malformed-json': { status: 400, detail: "The request body isn't valid JSON." },
  'ambiguous-host': { status: 400, detail: 'The request has more than one Host header.' },
  'sign-in-required': { status: 401, detail: 'Please sign in.' },
  'invalid-token': { status: 401, detail: 'Your session has ended. Please sign in again.' },
  'admin-required': { status: 403, detail: 'Only admins can do this.' },
  'passkey-required': { status: 403, detail: 'Use your passkey to continue.' },
  'user-mismatch': { status: 403, detail: "This isn't the signed-in user." },
  'not-found': { status: 404, detail: 'Not found.' },
  'request-timeout': { status: 408, detail: 'The request took too long.' },
  'body-too-large': { status: 413, detail: 'The request is too large.' },
  'unsupported-media-type': { status: 415, detail: 'Send the body as application/json.' },
  'unknown-host': {
    status: 421,
    detail:
      "This server doesn't recognize this address. Its operator needs to set PUBLIC_URL to the address that browsers use.",
  },
  'too-many-requests': { status: 429, detail: 'Too many requests. Please wait a moment.' },
  'internal-error': { status: 500, detail: 'Something went wrong on our end.' },
  'disk-nearly-full': {
    status: 507,
    detail: 'Nothing new can be saved right now. Please try again later.',
  },
  'service-unavailable': { status: 503, detail: "This service isn't available right now." },
});

export const commonProblem = createProblemFactory(commonProblems);
