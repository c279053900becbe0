import { readFileSync } from 'node:fs';
import { type Warning, warnings } from '#features/safety/rules.ts';

export type LabeledMessage = { label: Warning | null; language: string; text: string };

/** Each file has the messages of one author or of one group of authors. */
export const messageSets = [
  'development',
  'evaluation',
  'author-a',
  'author-b',
  'author-c',
  'supplement',
] as const;
export type MessageSet = (typeof messageSets)[number];

const FOLDER = new URL('labeled-messages/', import.meta.url);

export const readMessageSet = (set: MessageSet): LabeledMessage[] =>
  readLabeledMessages(new URL(`${set}.tsv`, FOLDER));

/** Of an author whose messages no model, rule or threshold was made with. They are only measured. */
export const readUnseenMessages = (): LabeledMessage[] => readLabeledMessages(new URL('unseen.tsv', FOLDER));

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
