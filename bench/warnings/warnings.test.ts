import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encodeModel, MODEL_FILE } from '#features/safety/server/model/warning-model.ts';
import { warnings } from '#features/safety/rules.ts';
import { findWarning } from '#features/safety/server/find-warning.ts';
import { crossValidate, prepareMessageSets } from './cross-validate.ts';
import { type MessageSet, messageSets, readUnseenMessages } from './labeled-messages.ts';
import { measureAny, warningsReport } from './measure-warnings.ts';
import { trainModel } from './train-model.ts';

const prepared = prepareMessageSets();

/** Authors who knew no rule: what was measured when the model was trained, less one or two hundredths. */
const floors: Partial<Record<MessageSet, { precision: number; recall: number }>> = {
  'author-a': { precision: 0.95, recall: 0.92 },
  'author-b': { precision: 0.97, recall: 0.92 },
  'author-c': { precision: 0.94, recall: 0.85 },
};

/** Training takes seconds, on a busy machine half a minute. */
const TIMEOUT_MS = 180_000;

describe('the labeled data', () => {
  it('has at least 30 messages of each class in each language, without repeats', () => {
    const all = [...prepared.values()].flat();
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    for (const language of ['en', 'es'])
      for (const warning of [null, ...warnings])
        expect(
          all.filter((one) => one.language === language && one.label === warning).length,
        ).toBeGreaterThanOrEqual(30);
  });

  it('has none of the messages that are only measured', () => {
    const toPlain = (text: string) =>
      text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ');
    const trained = new Set([...prepared.values()].flat().map(({ text }) => toPlain(text)));
    const shared = readUnseenMessages().filter(({ text }) => trained.has(toPlain(text)));
    expect(shared.map(({ text }) => text)).toEqual([]);
  });

  it('is about half harmless', () => {
    const all = [...prepared.values()].flat();
    const harmless = all.filter(({ label }) => label === null);
    expect(harmless.length / all.length).toBeGreaterThan(0.45);
  });

  it.each(Object.entries(floors))(
    'is enough to find the messages of %s without having seen them',
    { timeout: TIMEOUT_MS },
    (name, { precision, recall }) => {
      const any = measureAny(crossValidate(prepared, name as MessageSet));
      expect(any.precision).toBeGreaterThanOrEqual(precision);
      expect(any.recall).toBeGreaterThanOrEqual(recall);
      expect(any.rightClass).toBeGreaterThanOrEqual(0.9);
    },
  );
});

it('the product finds the messages of an author who was never used for training', () => {
  const find = (text: string) => findWarning(text, 'https://books.invalid');
  const any = measureAny(readUnseenMessages().map((message) => ({ ...message, found: find(message.text) })));
  expect(any.precision).toBeGreaterThanOrEqual(0.95);
  expect(any.recall).toBeGreaterThanOrEqual(0.9);
  expect(any.rightClass).toBeGreaterThanOrEqual(0.9);
});

it(
  'the model is what `npm run warnings -- train` makes of the labeled messages',
  { timeout: TIMEOUT_MS },
  () => {
    const trained = encodeModel(trainModel(messageSets.flatMap((set) => prepared.get(set)!)));
    expect(Buffer.compare(trained, readFileSync(MODEL_FILE))).toBe(0);
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
