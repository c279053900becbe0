import type { z } from 'zod';
import type { TextArguments } from '#platform/shared/texts/text-arguments.ts';
import { textId, type TextId, type TextToken, textToken } from '#platform/shared/texts/t.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** The id of a text about a field. */
type FieldTextId = { [Id in TextId]: TextArguments[Id] extends { field: string } ? Id : never }[TextId];

/** An error repeats names that the client made up only so far. */
const MAX_KEYS_LENGTH = 100;

/** What is wrong with a field, where its schema has no text. `field` is its name. */
export function describeIssue(issue: Issue, field: string): TextToken {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? textToken('platform.issue.required', { field })
        : { id: typeTexts[issue.expected] ?? textId('platform.issue.type'), args: { field } };
    case 'invalid_format':
      return { id: formatTexts[issue.format] ?? textId('platform.issue.format'), args: { field } };
    case 'invalid_value':
      return issue.values.length === 1
        ? textToken('platform.issue.value', { field, value: String(issue.values[0]) })
        : textToken('platform.issue.choice', { field, values: issue.values.map(String).join(', ') });
    case 'too_big':
      return describeLimit(issue.origin, issue.exact ? 'exactly' : 'at-most', Number(issue.maximum), field);
    case 'too_small':
      return describeLimit(issue.origin, issue.exact ? 'exactly' : 'at-least', Number(issue.minimum), field);
    case 'unrecognized_keys':
      return textToken('platform.issue.unknown-keys', { field, keys: toText(issue.keys) });
    case 'not_multiple_of':
      return textToken('platform.issue.multiple', { field, divisor: issue.divisor });
    default:
      return textToken('platform.issue.invalid', { field });
  }
}

const toText = (keys: readonly string[]): string => keys.join(', ').slice(0, MAX_KEYS_LENGTH);

/** What is wrong with a part of a request as a whole. */
export function describeWhole(issue: Issue, part: 'path' | 'query' | 'body'): TextToken {
  if (issue.code === 'unrecognized_keys')
    return textToken('platform.issue.whole-unknown-keys', { part, keys: toText(issue.keys) });
  if (issue.code !== 'invalid_type') return textToken('platform.issue.whole-invalid', { part });
  return issue.input === undefined
    ? textToken('platform.issue.whole-required', { part })
    : textToken('platform.issue.whole-object', { part });
}

const typeTexts: Record<string, FieldTextId> = {
  string: textId('platform.issue.text'),
  number: textId('platform.issue.number'),
  int: textId('platform.issue.whole-number'),
  boolean: textId('platform.issue.boolean'),
  array: textId('platform.issue.list'),
  object: textId('platform.issue.object'),
  record: textId('platform.issue.object'),
  null: textId('platform.issue.null'),
};

const formatTexts: Record<string, FieldTextId> = {
  uuid: textId('platform.issue.uuid'),
  email: textId('platform.issue.email'),
  url: textId('platform.issue.url'),
  datetime: textId('platform.issue.date-time'),
  base64: textId('platform.issue.base64'),
  base64url: textId('platform.issue.base64url'),
};

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
