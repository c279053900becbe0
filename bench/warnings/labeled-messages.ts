import { readFileSync } from 'node:fs';
import { type Warning, warnings } from '#features/safety/rules.ts';
import type { ModelName } from '#features/safety/server/model/word-groups/word-groups.ts';

export type LabeledMessage = { label: Warning | null; language: string; text: string };

/** Each file has the messages of one author or of one group of authors. */
const englishAndSpanish = [
  'development',
  'evaluation',
  'author-a',
  'author-b',
  'author-c',
  'supplement',
] as const;
const german = ['german-a', 'german-b', 'german-supplement'] as const;
const arabic = ['arabic-a', 'arabic-b', 'arabic-supplement'] as const;
export type MessageSet = (typeof englishAndSpanish | typeof german | typeof arabic)[number];

/** What each model is trained on. Messages in other languages also hold what English ones teach. */
export const setsOfModel: Readonly<Record<ModelName, readonly MessageSet[]>> = {
  'english-and-spanish': englishAndSpanish,
  german: [...englishAndSpanish, ...german],
  arabic: [...englishAndSpanish, ...arabic],
};
export const modelNames = Object.keys(setsOfModel) as ModelName[];

/** The sets that a model is measured on: those in its own language. */
export const ownSetsOf = (model: ModelName): readonly MessageSet[] =>
  model === 'english-and-spanish' ? englishAndSpanish : model === 'german' ? german : arabic;

/** Of authors whose messages no model, rule or threshold was made with. They are only measured. */
export const unseenSets = ['unseen', 'spanish-unseen', 'german-unseen', 'arabic-unseen'] as const;

const FOLDER = new URL('labeled-messages/', import.meta.url);

export const readMessageSet = (set: MessageSet | (typeof unseenSets)[number]): LabeledMessage[] =>
  readLabeledMessages(new URL(`${set}.tsv`, FOLDER));

/** One message a line: its class or '-', its language, its text; with a tab between them. */
export function readLabeledMessages(file: URL | string): LabeledMessage[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [label = '', language = '', text = ''] = line.split('\t');
    const isKnown = label === '-' || warnings.includes(label as Warning);
    if (!isKnown || text === '')
      throw new Error(`Line ${index + 1} of ${String(file)} is no labeled message.`);
    return [{ label: label === '-' ? null : (label as Warning), language, text: text.trim() }];
  });
}
