import type { z } from 'zod';
import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { issueMessage, parseIssueMessage, toFieldName } from '#platform/shared/texts/issue-message.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import { describeIssue, describeWhole } from '../describe-issue.ts';

/** The part of a request that is parsed: what the text of an error calls it. */
type RequestPart = 'path' | 'query' | 'body';

/** A part of a request. Throws 'invalid-request' with a text for each field that is wrong. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, part: RequestPart): z.output<S> {
  const parsed = schema.safeParse(value, {
    error: (issue) => {
      const field = toFieldName(issue);
      return issueMessage(field === '' ? describeWhole(issue, part) : describeIssue(issue, field));
    },
  });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    path: toFieldName(issue),
    text:
      parseIssueMessage(issue.message) ?? textToken('platform.issue.invalid', { field: toFieldName(issue) }),
  }));
  throw commonProblem('invalid-request', { errors, text: errors[0]?.text });
}

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
