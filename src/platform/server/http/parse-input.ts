import type { z } from 'zod';
import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { describeIssue } from '../describe-issue.ts';

/** The part of a request that is parsed: what the text of an error calls it. */
type RequestPart = 'path' | 'query' | 'body';

/** A part of a request. Throws 'invalid-request' with a sentence for each field that is wrong. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: RequestPart): z.output<S> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => {
    const path = issue.path.join('.');
    return { path, message: toSentence(path === '' ? `The ${part}` : path, issue.message) };
  });
  throw commonProblem('invalid-request', { errors, detail: errors[0]?.message });
}

/** Some messages name their field; the others begin with the verb, in lower case. */
const toSentence = (subject: string, message: string) =>
  /^[a-z]/.test(message) ? `${subject} ${message}` : message;

export function parseParts(
  { params, query, body }: Endpoint,
  from: { params?: unknown; query?: unknown; body?: unknown },
) {
  return {
    params: params && parseInput(params, from.params, 'path'),
    query: query && parseInput(query, from.query ?? {}, 'query'),
    body: body && parseInput(body, from.body ?? {}, 'body'),
  };
}
