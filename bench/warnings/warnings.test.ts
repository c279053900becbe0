import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { warnings } from '#features/safety/rules.ts';
import { findWarning } from '#features/safety/server/find-warning.ts';
import { chooseModel } from '#features/safety/server/model/choose-model.ts';
import { encodeModel, modelFile } from '#features/safety/server/model/warning-model.ts';
import type { ModelName } from '#features/safety/server/model/word-groups/word-groups.ts';
import { readMessage } from '#features/safety/server/message-words.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import { crossValidate, trainOnSets } from './cross-validate.ts';
import { type MessageSet, modelNames, ownSetsOf, readMessageSet, unseenSets } from './labeled-messages.ts';
import { measureAny, warningsReport } from './measure-warnings.ts';

const labeled = new Map(
  modelNames.flatMap((name) => ownSetsOf(name)).map((set) => [set, readMessageSet(set)] as const),
);

/** Authors who knew no rule: what was measured when the model was trained, less one or two hundredths. */
const floors: readonly [ModelName, MessageSet, { precision: number; recall: number }][] = [
  ['english-and-spanish', 'author-a', { precision: 0.95, recall: 0.92 }],
  ['english-and-spanish', 'author-b', { precision: 0.97, recall: 0.92 }],
  ['english-and-spanish', 'author-c', { precision: 0.94, recall: 0.85 }],
  ['german', 'german-a', { precision: 0.95, recall: 0.87 }],
  ['german', 'german-b', { precision: 0.95, recall: 0.8 }],
  ['arabic', 'arabic-a', { precision: 0.95, recall: 0.87 }],
  ['arabic', 'arabic-b', { precision: 0.84, recall: 0.88 }],
];

/** Training takes seconds, on a busy machine half a minute. */
const TIMEOUT_MS = 180_000;

describe('the labeled data', () => {
  it.each([
    ['en', 30],
    ['es', 30],
    ['de', 12],
    ['ar', 12],
  ])('has messages of each class in %s, without repeats', (language, least) => {
    const all = [...labeled.values()].flat();
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    for (const warning of [null, ...warnings])
      expect(
        all.filter((one) => one.language === language && one.label === warning).length,
      ).toBeGreaterThanOrEqual(least);
  });

  it('has none of the messages that are only measured', () => {
    const toPlain = (text: string) =>
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ');
    const trained = new Set([...labeled.values()].flat().map(({ text }) => toPlain(text)));
    const shared = unseenSets
      .flatMap((set) => readMessageSet(set))
      .filter(({ text }) => trained.has(toPlain(text)));
    expect(shared.map(({ text }) => text)).toEqual([]);
  });

  it('is about half harmless', () => {
    const all = [...labeled.values()].flat();
    const harmless = all.filter(({ label }) => label === null);
    expect(harmless.length / all.length).toBeGreaterThan(0.45);
  });

  it.each(floors)(
    'is enough for the model %s to find the messages of %s without having seen them',
    { timeout: TIMEOUT_MS },
    (name, set, { precision, recall }) => {
      const any = measureAny(crossValidate(name, set));
      expect(any.precision).toBeGreaterThanOrEqual(precision);
      expect(any.recall).toBeGreaterThanOrEqual(recall);
      expect(any.rightClass).toBeGreaterThanOrEqual(0.9);
    },
  );
});

it.each([
  ['unseen', { precision: 0.95, recall: 0.9 }],
  ['spanish-unseen', { precision: 0.85, recall: 0.95 }],
  ['german-unseen', { precision: 0.91, recall: 0.79 }],
  ['arabic-unseen', { precision: 0.95, recall: 0.76 }],
] as const)(
  'the product finds the messages of %s, whose author was never used for training',
  (set, least) => {
    const where = { publicUrl: 'https://books.invalid', market: { languages: LANGUAGES } };
    const any = measureAny(
      readMessageSet(set).map((message) => ({ ...message, found: findWarning(message.text, where) })),
    );
    expect(any.precision).toBeGreaterThanOrEqual(least.precision);
    expect(any.recall).toBeGreaterThanOrEqual(least.recall);
    expect(any.rightClass).toBeGreaterThanOrEqual(0.9);
  },
);

it('other languages of the market do not change how an English or Spanish message is read', () => {
  const messages = [...labeled.values()]
    .flat()
    .filter(({ language }) => language === 'en' || language === 'es');
  const others = messages.filter(
    ({ text }) => chooseModel(readMessage(text), LANGUAGES) !== 'english-and-spanish',
  );
  expect(others.map(({ text }) => text)).toEqual([]);
});

it.each(modelNames)(
  'the model %s is what `npm run warnings -- train` makes of the labeled messages',
  { timeout: TIMEOUT_MS },
  (name) => {
    expect(Buffer.compare(encodeModel(trainOnSets(name)), readFileSync(modelFile(name)))).toBe(0);
  },
);

it('a report has precision and recall of each class, and the errors', () => {
  const report = warningsReport([
    { label: 'leaving', language: 'en', text: 'WhatsApp me', found: 'leaving' },
    { label: 'leaving', language: 'en', text: 'my other inbox', found: null },
    { label: null, language: 'en', text: 'see you at noon', found: 'pressure' },
  ]);
  expect(report).toMatch(/^any +2 suspicious +precision +0\.500 +recall +0\.500$/m);
  expect(report).toMatch(/^leaving +2 suspicious +precision +1\.000 +recall +0\.500$/m);
  expect(report).toContain('leaving → -\tmy other inbox');
  expect(report).toContain('- → pressure\tsee you at noon');
});
