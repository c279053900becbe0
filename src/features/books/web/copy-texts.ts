import { capitalize } from '#platform/shared/texts/dates.ts';
import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
import type { bookFlaws, ConditionDetails, markingAmounts } from '../condition-details.ts';

type Amount = (typeof markingAmounts)[number];
type AccessCode = NonNullable<ConditionDetails['accessCode']>;

const HIGHLIGHTING: Record<Amount, PlainTextId> = {
  none: textId('books.copy.highlighting-none'),
  some: textId('books.copy.highlighting-some'),
  heavy: textId('books.copy.highlighting-heavy'),
};
const NOTES: Record<Amount, PlainTextId> = {
  none: textId('books.copy.notes-none'),
  some: textId('books.copy.notes-some'),
  heavy: textId('books.copy.notes-heavy'),
};
const ACCESS_CODES: Record<AccessCode, PlainTextId> = {
  unused: textId('books.copy.access-code-unused'),
  used: textId('books.copy.access-code-used'),
  'not included': textId('books.copy.access-code-not-included'),
};
const FLAWS: Record<(typeof bookFlaws)[number], PlainTextId> = {
  'loose pages': textId('books.copy.loose-pages'),
  'missing pages': textId('books.copy.missing-pages'),
  'water damage': textId('books.copy.water-damage'),
  'cover damage': textId('books.copy.cover-damage'),
};

/** A line of the book page. `isGood` marks what a buyer is glad of. */
export type CopyLine = { about: keyof ConditionDetails; id: PlainTextId; isGood: boolean };

/** What the seller says about the copy, in the order of the form. */
export function toCopyLines(details: ConditionDetails | null): CopyLine[] {
  const { highlighting, notes, accessCode, flaws = [], ...kind } = details ?? {};
  const lines: CopyLine[] = [];
  const add = (about: CopyLine['about'], id: PlainTextId, isGood = false) =>
    lines.push({ about, id, isGood });
  if (highlighting) add('highlighting', HIGHLIGHTING[highlighting], highlighting === 'none');
  if (notes) add('notes', NOTES[notes], notes === 'none');
  if (accessCode) add('accessCode', ACCESS_CODES[accessCode], accessCode === 'unused');
  for (const flaw of flaws) add('flaws', FLAWS[flaw]);
  if (kind.isInternationalEdition) add('isInternationalEdition', textId('books.copy.international-edition'));
  if (kind.isInstructorCopy) add('isInstructorCopy', textId('books.copy.instructor-copy'));
  return lines;
}

/** 'Some highlighting, no notes, cover damage'; '' if nothing is said. */
export function copySummary(details: ConditionDetails | null): string {
  const [first, ...others] = toCopyLines(details).map(({ id }) => t(id));
  if (first === undefined) return '';
  return capitalize(others.reduce((lines, line) => t('books.copy.list', { lines, line }), first));
}

/** As a separate line: 'Some highlighting'. The texts begin in lower case: making a letter small would be wrong in German. */
export const copyLineText = (id: PlainTextId): string => capitalize(t(id));

export const flawText = (flaw: (typeof bookFlaws)[number]): string => copyLineText(FLAWS[flaw]);
