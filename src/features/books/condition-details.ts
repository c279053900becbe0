/** What a seller may say about a copy beside its condition. Pure: no I/O, nothing but the language. */

export const markingAmounts = ['none', 'some', 'heavy'] as const;
export const accessCodeStates = ['unused', 'used', 'not included'] as const;
export const bookFlaws = ['loose pages', 'missing pages', 'water damage', 'cover damage'] as const;

export type ConditionDetails = {
  highlighting?: (typeof markingAmounts)[number] | undefined;
  notes?: (typeof markingAmounts)[number] | undefined;
  accessCode?: (typeof accessCodeStates)[number] | undefined;
  /** The flaws, at least one, in the order of `bookFlaws`. */
  flaws?: (typeof bookFlaws)[number][] | undefined;
  isInternationalEdition?: true | undefined;
  isInstructorCopy?: true | undefined;
};

/** The same as a request may write it: null, false and an empty list say nothing. */
type WrittenConditionDetails = { [Key in keyof ConditionDetails]?: ConditionDetails[Key] | null | boolean };

/** Only what is said, in one form, so that equal details are stored equally; null if nothing is said. */
export function normalizeConditionDetails(written: WrittenConditionDetails): ConditionDetails | null {
  const said: ConditionDetails = {};
  const { highlighting, notes, accessCode, flaws } = written as ConditionDetails;
  if (highlighting) said.highlighting = highlighting;
  if (notes) said.notes = notes;
  if (accessCode) said.accessCode = accessCode;
  const found = bookFlaws.filter((flaw) => flaws?.includes(flaw));
  if (found.length > 0) said.flaws = found;
  if (written.isInternationalEdition === true) said.isInternationalEdition = true;
  if (written.isInstructorCopy === true) said.isInstructorCopy = true;
  return Object.keys(said).length === 0 ? null : said;
}

/** A line of the book page. `isGood` marks what a buyer is glad of. */
export type ConditionLine = { about: keyof ConditionDetails; text: string; isGood: boolean };

/** 'Some highlighting', 'No notes', 'Access code unused': in the order of the form. */
export function formatConditionLines(details: ConditionDetails | null): ConditionLine[] {
  const { highlighting, notes, accessCode, flaws = [], ...kind } = details ?? {};
  const lines: ConditionLine[] = [];
  const add = (about: ConditionLine['about'], text: string, isGood = false) =>
    lines.push({ about, text, isGood });
  if (highlighting) add('highlighting', amountText(highlighting, 'highlighting'), highlighting === 'none');
  if (notes) add('notes', amountText(notes, 'notes'), notes === 'none');
  if (accessCode) add('accessCode', `Access code ${accessCode}`, accessCode === 'unused');
  for (const flaw of flaws) add('flaws', capitalize(flaw));
  if (kind.isInternationalEdition) add('isInternationalEdition', 'International edition');
  if (kind.isInstructorCopy) add('isInstructorCopy', 'Instructor copy');
  return lines;
}

/** 'Some highlighting, no notes, cover damage'; '' if nothing is said. */
export const formatConditionSummary = (details: ConditionDetails | null): string =>
  formatConditionLines(details)
    .map(({ text }, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join(', ');

const amountText = (amount: (typeof markingAmounts)[number], of: string) =>
  capitalize(`${amount === 'none' ? 'no' : amount} ${of}`);

/** 'not included' becomes 'Not included'. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
