import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong, where the schema has no text; follows the name of a field: 'must be a number'. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${types[issue.expected] ?? 'another type'}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in another format'}`;
    case 'invalid_value':
      return describeChoice(issue.values);
    case 'too_big':
      return describeLimit(issue.origin, issue.exact ? 'exactly' : 'at most', Number(issue.maximum));
    case 'too_small':
      return describeLimit(issue.origin, issue.exact ? 'exactly' : 'at least', Number(issue.minimum));
    case 'unrecognized_keys':
      return `must not contain ${issue.keys.join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return "isn't valid";
  }
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an email address',
  url: 'a URL',
  datetime: 'a date and time, as 2026-01-31T12:00:00Z',
  base64: 'base64',
  base64url: 'base64url',
};

const describeChoice = (values: readonly unknown[]) =>
  values.length === 1 ? `must be ${String(values[0])}` : `must be one of ${values.map(String).join(', ')}`;

function describeLimit(origin: string, relation: string, limit: number): string {
  const unit = units[origin];
  const amount = `${relation} ${limit.toLocaleString('en-US')}`;
  return unit === undefined ? `must be ${amount}` : `must have ${amount} ${unit}${limit === 1 ? '' : 's'}`;
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item' };
