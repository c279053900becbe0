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
