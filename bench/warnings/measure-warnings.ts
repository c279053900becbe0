import { type Warning, warnings } from '#features/safety/rules.ts';
import type { LabeledMessage } from './labeled-messages.ts';

/** A labeled message and the warning that its reader gets. */
export type ClassifiedMessage = LabeledMessage & { found: Warning | null };

type Accuracy = {
  /** Suspicious messages. */
  messages: number;
  /** Shares of 1; NaN if nothing was found or there was nothing to find. */
  precision: number;
  recall: number;
};

/** How many of the warnings are below suspicious messages, and how many of these have one: of any class. */
export function measureAny(classified: readonly ClassifiedMessage[]): Accuracy & { rightClass: number } {
  const warned = classified.filter(({ found }) => found !== null);
  const right = warned.filter(({ label }) => label !== null);
  const suspicious = classified.filter(({ label }) => label !== null);
  return {
    messages: suspicious.length,
    precision: right.length / warned.length,
    recall: right.length / suspicious.length,
    /** Of the suspicious messages with a warning. */
    rightClass: right.filter(({ label, found }) => label === found).length / right.length,
  };
}

/** The same for one class. */
function measureClass(classified: readonly ClassifiedMessage[], warning: Warning): Accuracy {
  const right = classified.filter(({ label, found }) => label === warning && found === warning).length;
  const messages = classified.filter(({ label }) => label === warning).length;
  return {
    messages,
    precision: right / classified.filter(({ found }) => found === warning).length,
    recall: right / messages,
  };
}

const percent = (share: number) => (Number.isNaN(share) ? '–' : share.toFixed(3)).padStart(6);

/** A table: any warning, then each class; then each message with a wrong one. */
export function warningsReport(classified: readonly ClassifiedMessage[]): string {
  const { rightClass, ...any } = measureAny(classified);
  const rows: [string, Accuracy][] = [
    ['any', any],
    ...warnings.map((warning): [string, Accuracy] => [warning, measureClass(classified, warning)]),
  ];
  const table = rows.map(
    ([name, { messages, precision, recall }]) =>
      `${name.padEnd(18)} ${String(messages).padStart(4)} suspicious   precision ${percent(precision)}   recall ${percent(recall)}`,
  );
  const errors = classified
    .filter(({ label, found }) => label !== found)
    .map(({ label, found, text }) => `${label ?? '-'} → ${found ?? '-'}\t${text}`);
  return [...table, `right class of those found ${percent(rightClass)}`, '', 'Errors:', ...errors].join('\n');
}
