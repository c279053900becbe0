import type { z } from 'zod';
import { commonProblem } from '#platform/shared/problem.ts';

/** The body of a route outside of the contract. Throws 'invalid-request'. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw commonProblem('invalid-request', { errors, detail: errors[0]?.message });
}
