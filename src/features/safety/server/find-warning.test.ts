import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Warning, warnings } from '../rules.ts';
import { findWarning } from './find-warning.ts';

type LabeledMessage = { label: Warning | null; language: string; text: string };

/** One message a line: its rule or '-', its language, its text. */
const readMessages = (half: 'development' | 'evaluation'): LabeledMessage[] =>
  readFileSync(new URL(`labeled-messages/${half}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [label = '', language = '', text = ''] = line.split('\t');
      return { label: label === '-' ? null : (label as Warning), language, text };
    });

const find = (text: string) => findWarning(text, 'https://books.example');

/** Shares of 1: how many of the warnings are right, and how many of the suspicious messages have one. */
function measure(messages: readonly LabeledMessage[], rule?: Warning) {
  const isSuspicious = ({ label }: LabeledMessage) => (rule === undefined ? label !== null : label === rule);
  const isWarned = ({ text }: LabeledMessage) => {
    const found = find(text);
    return rule === undefined ? found !== null : found === rule;
  };
  const right = messages.filter((message) => isSuspicious(message) && isWarned(message)).length;
  return {
    messages: messages.filter(isSuspicious).length,
    precision: right / messages.filter(isWarned).length,
    recall: right / messages.filter(isSuspicious).length,
  };
}

/** The rules are built on the first half only; other people wrote the second one. */
describe('the labeled messages', () => {
  const development = readMessages('development');
  const evaluation = readMessages('evaluation');
  const all = [...development, ...evaluation];

  it('are many, in two languages, half of them harmless, each in one half only', () => {
    expect(all.length).toBeGreaterThanOrEqual(400);
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    const harmless = all.filter(({ label }) => label === null);
    expect(harmless.length).toBeGreaterThanOrEqual(all.length / 2 - 10);
    for (const language of ['en', 'es'])
      expect(evaluation.filter((message) => message.language === language).length).toBeGreaterThan(40);
    expect(all.every(({ label, text }) => text !== '' && (label === null || warnings.includes(label)))).toBe(
      true,
    );
  });

  it('are found with 95 % precision and 85 % recall in the half that the rules were not built on', () => {
    const rows = warnings.map((rule) => ({ rule, ...measure(evaluation, rule) }));
    const overall = measure(evaluation);
    const line = (name: string, { messages, precision, recall }: ReturnType<typeof measure>) =>
      `${name.padEnd(20)} ${messages} messages, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}\n`;
    process.stdout.write(rows.map(({ rule, ...row }) => line(rule, row)).join('') + line('any', overall));
    expect(overall.precision).toBeGreaterThanOrEqual(0.95);
    expect(overall.recall).toBeGreaterThanOrEqual(0.85);
  });
});

describe('a warning', () => {
  it.each([
    'ISBN 978-0-13-409341-3 or 0134093410?',
    'Room 1204, Friday at 3 pm, CHEM 2211',
    'It is $45, $20 less than in the store. Meet me at the library?',
  ])('is not given for %j', (text) => expect(find(text)).toBeNull());

  it('is found behind accents, capitals, invisible characters and other letters for the same', () => {
    expect(find('SEND ME THE VERIFI\u200bCATION CODE')).toBe('verification-code');
    expect(find('Pásame el CÓDIGO de verificación')).toBe('verification-code');
    expect(find('ｇｉｆｔ ｃａｒｄ only')).toBe('gift-card');
  });
});
