import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { formatMessage } from '#platform/shared/texts/format-message.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { isolateArguments } from './isolate-arguments.ts';

const args = {
  name: 'Ana',
  kind: 'a',
  count: 3,
  url: 'https://x.example',
  b: (text: unknown) => String(text),
};

test.each([
  ['plain', 'plain'],
  ['{name}: {url}', '\u200f⁨Ana⁩: https://x.example'],
  ['{kind, select, a {to {name}} other {-}}', 'to ⁨Ana⁩'],
  ['{count, plural, one {#} other {# by {name}}}', '3 by ⁨Ana⁩'],
  ['{count, number} <b>{name}</b>', '3 ⁨Ana⁩'],
  ['{name}, {kind}', '\u200f⁨Ana⁩, ⁨a⁩'],
])('%s isolates names, and no addresses or keys of branches, in its own direction', (text, expected) => {
  const messages = { sample: isolateArguments(compile(text)) };
  const parts = formatMessage<string>({ ...localeOfTests(), messages }, 'sample', args);
  expect([parts].flat(3).join('')).toBe(expected);
});
