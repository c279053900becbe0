import type { z } from 'zod';
import { textId, type TextToken, textToken } from '#platform/shared/texts/t.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong with a field, where its schema has no text. `field` is its name. */
export function describeIssue(issue: Issue, field: string): TextToken {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.input === undefined ? undefined : issue.expected, field);
    case 'invalid_format':
      return describeFormat(issue.format, field);
    case 'invalid_value':
      return issue.values.length === 1
        ? textToken('platform.issue.value', { field, value: String(issue.values[0]) })
        : textToken('platform.issue.choice', { field, values: issue.values.map(String).join(', ') });
    case 'too_big':
      return describeLimit(issue.origin, issue.exact ? 'exactly' : 'at-most', Number(issue.maximum), field);
    case 'too_small':
      return describeLimit(issue.origin, issue.exact ? 'exactly' : 'at-least', Number(issue.minimum), field);
    case 'unrecognized_keys':
      return textToken('platform.issue.unknown-keys', { field, keys: issue.keys.join(', ') });
    case 'not_multiple_of':
      return textToken('platform.issue.multiple', { field, divisor: issue.divisor });
    default:
      return textToken('platform.issue.invalid', { field });
  }
}

/** What is wrong with a part of a request as a whole. */
export function describeWhole(issue: Issue, part: 'path' | 'query' | 'body'): TextToken {
  if (issue.code === 'unrecognized_keys')
    return textToken('platform.issue.whole-unknown-keys', { part, keys: issue.keys.join(', ') });
  if (issue.code !== 'invalid_type') return textToken('platform.issue.whole-invalid', { part });
  return issue.input === undefined
    ? textToken('platform.issue.whole-required', { part })
    : textToken('platform.issue.whole-object', { part });
}

function describeType(expected: string | undefined, field: string): TextToken {
  switch (expected) {
    case undefined:
      return textToken('platform.issue.required', { field });
    case 'string':
      return textToken('platform.issue.text', { field });
    case 'number':
      return textToken('platform.issue.number', { field });
    case 'int':
      return textToken('platform.issue.whole-number', { field });
    case 'boolean':
      return textToken('platform.issue.boolean', { field });
    case 'array':
      return textToken('platform.issue.list', { field });
    case 'object':
    case 'record':
      return textToken('platform.issue.object', { field });
    case 'null':
      return textToken('platform.issue.null', { field });
    default:
      return textToken('platform.issue.type', { field });
  }
}

function describeFormat(format: string, field: string): TextToken {
  switch (format) {
    case 'uuid':
      return textToken('platform.issue.uuid', { field });
    case 'email':
      return textToken('platform.issue.email', { field });
    case 'url':
      return textToken('platform.issue.url', { field });
    case 'datetime':
      return textToken('platform.issue.date-time', { field });
    case 'base64':
      return textToken('platform.issue.base64', { field });
    case 'base64url':
      return textToken('platform.issue.base64url', { field });
    default:
      return textToken('platform.issue.format', { field });
  }
}

const limitTexts = {
  exactly: {
    characters: textId('platform.issue.exactly-characters'),
    items: textId('platform.issue.exactly-items'),
    amount: textId('platform.issue.exactly'),
  },
  'at-most': {
    characters: textId('platform.issue.at-most-characters'),
    items: textId('platform.issue.at-most-items'),
    amount: textId('platform.issue.at-most'),
  },
  'at-least': {
    characters: textId('platform.issue.at-least-characters'),
    items: textId('platform.issue.at-least-items'),
    amount: textId('platform.issue.at-least'),
  },
};

const units: Record<string, 'characters' | 'items'> = { string: 'characters', array: 'items', set: 'items' };

const describeLimit = (
  origin: string,
  relation: keyof typeof limitTexts,
  limit: number,
  field: string,
): TextToken => ({ id: limitTexts[relation][units[origin] ?? 'amount'], args: { field, limit } });
