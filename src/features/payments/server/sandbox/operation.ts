import { z } from 'zod';
import { type StripeApiError, invalidRequestError, unknownParameter } from './stripe-api-error.ts';
import type { SandboxTransaction } from './sandbox-transaction.ts';
import type { Form } from './decode-form.ts';
import type { ObjectKind, SandboxObjects, SandboxStore } from './sandbox-store.ts';

export type OperationMethod = 'GET' | 'POST' | 'DELETE';

export type ListOf<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** What an operation answers: one of the provider's objects, a list of them, or a refusal whose effects stay. */
export type Result = SandboxObjects[ObjectKind] | ListOf<SandboxObjects[ObjectKind]> | StripeApiError;

export type Operation = {
  method: OperationMethod;
  path: RegExp;
  /** `form` is what was sent besides `expand`, which is the same for all. */
  execute(change: SandboxTransaction, form: Form, id: string): Promise<Result>;
};

/** One operation of the API. What its parameters do not name is refused, as the provider does. */
export function operation<S extends z.ZodRawShape>(
  route: `${OperationMethod} /v1/${string}`,
  shape: S,
  answer: (change: SandboxTransaction, parameters: z.infer<z.ZodObject<S>>, id: string) => Promise<Result>,
): Operation {
  const [method, pattern] = route.split(' ') as [OperationMethod, string];
  const parameters = z.strictObject(shape);
  return {
    method,
    path: new RegExp(`^${pattern.replace(':id', '([A-Za-z0-9_]{1,100})')}$`),
    execute: (change, form, id) => answer(change, read(parameters, form), id),
  };
}

function read<S extends z.ZodRawShape>(parameters: z.ZodObject<S>, form: Form): z.infer<z.ZodObject<S>> {
  const parsed = parameters.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...issue.path.map(String), ...(unknown === undefined ? [] : [unknown])];
  const param = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
  if (unknown !== undefined) throw unknownParameter(param);
  if (issue.input === undefined)
    throw invalidRequestError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw invalidRequestError(`Invalid ${param}: ${issue.message}`, { code: 'parameter_invalid', param });
}

/** The kinds of values that a form brings. */
export const text = z.string().max(5000);
export const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, { error: 'must be an integer' })
  .transform(Number);
export const cents = integer.pipe(z.int().min(1).max(99_999_999));
export const sandboxCurrency = z.literal('usd', { error: 'the sandbox knows no other currency than usd' });
/** Names up to 40 characters, texts up to 500; an empty text takes the name away. */
export const metadata = z.record(z.string().max(40), z.string().max(500));

/** What was there, with what is given laid over it. */
export function mergedMetadata(
  there: Record<string, string>,
  given: Record<string, string> = {},
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...there, ...given }).filter(([, value]) => value !== ''));
}

export const page = {
  limit: integer.pipe(z.int().min(1).max(100)).optional(),
  starting_after: text.optional(),
};

/** A page of a list, the newest first. */
export async function listPage<K extends ObjectKind>(
  objects: SandboxStore,
  kind: K,
  url: string,
  { limit = 10, starting_after }: { limit?: number | undefined; starting_after?: string | undefined },
  options: Parameters<SandboxStore['list']>[1] = {},
): Promise<ListOf<SandboxObjects[K]>> {
  const found = await objects.list(kind, { ...options, after: starting_after, limit: limit + 1 });
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url };
}
