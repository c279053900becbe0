import { z } from 'zod';
import type { Form } from '../http/decode-form.ts';
import { invalidRequestError, type StripeApiError } from '../http/stripe-api-error.ts';
import type { ObjectKind, SandboxObjects } from '../resources/sandbox-objects.ts';
import type { StripeList } from '../resources/stripe-types.ts';
import type { SandboxTransaction } from '../storage/sandbox-transaction.ts';

type OperationMethod = 'GET' | 'POST' | 'DELETE';

/** One of Stripe's objects, a list of them, or an error whose changes are stored. */
type OperationResult = SandboxObjects[ObjectKind] | StripeList<SandboxObjects[ObjectKind]> | StripeApiError;

export type Operation = {
  method: OperationMethod;
  path: RegExp;
  /** `form` contains all parameters but `expand`, which every operation has. */
  execute(tx: SandboxTransaction, form: Form, id: string): Promise<OperationResult>;
};

/** One operation of the API. Parameters that `shape` does not name are an error, as with Stripe. */
export function operation<S extends z.ZodRawShape>(
  route: `${OperationMethod} /v1/${string}`,
  shape: S,
  handle: (
    tx: SandboxTransaction,
    parameters: z.infer<z.ZodObject<S>>,
    id: string,
  ) => Promise<OperationResult>,
): Operation {
  const [method, pattern] = route.split(' ') as [OperationMethod, string];
  const parameters = z.strictObject(shape);
  return {
    method,
    path: new RegExp(`^${pattern.replace(':id', '([A-Za-z0-9_]{1,100})')}$`),
    execute: (tx, form, id) => handle(tx, parseParameters(parameters, form), id),
  };
}

function parseParameters<S extends z.ZodRawShape>(parameters: z.ZodObject<S>, form: Form) {
  const parsed = parameters.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...issue.path.map(String), ...(unknown === undefined ? [] : [unknown])];
  const param = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
  const refuse = (code: string, message: string) => invalidRequestError(message, { code, param });
  if (unknown !== undefined) throw refuse('parameter_unknown', `Received unknown parameter: ${param}`);
  if (issue.input === undefined) throw refuse('parameter_missing', `Missing required param: ${param}.`);
  throw refuse('parameter_invalid', `Invalid ${param}: ${issue.message}`);
}

/** Parameters of a form are texts. */
export const text = z.string().max(5000);
export const yes = z.literal('true');
const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, { error: 'must be an integer' })
  .transform(Number);
export const amount = integer.pipe(z.int().min(1).max(99_999_999));
export const currency = z
  .string()
  .regex(/^[a-z]{3}$/, { error: 'must be a code of three lower-case letters' });

/** What Stripe demands of the last digits of an amount. */
const MULTIPLES: Record<string, number> = {
  ...Object.fromEntries(['bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd'].map((code) => [code, 10])),
  isk: 100,
  ugx: 100,
};

/** Throws for an amount that Stripe would not collect in the currency. */
export function checkAmount(param: string, value: number, code: string): void {
  if (code === 'usd' && value < 50)
    throw invalidRequestError('Amount must be at least $0.50 usd', { code: 'amount_too_small', param });
  const multiple = MULTIPLES[code] ?? 1;
  if (value % multiple !== 0)
    throw invalidRequestError(`Invalid ${param}: must be a multiple of ${multiple} in ${code}`, {
      code: 'parameter_invalid',
      param,
    });
}
/** Names of up to 40 characters, values of up to 500. */
export const metadata = z.record(z.string().max(40), z.string().min(1).max(500)).default({});
export const limit = integer.pipe(z.int().min(1).max(100)).default(10);
