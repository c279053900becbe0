import { bookLimits } from '#features/books/rules.ts';
import type { Edition } from '../contract.ts';

/** The fields of the listing form that a lookup fills in, as they stand in the form. */
export type FilledFields = { title: string; author: string; subject: string };

const fieldNames = ['title', 'author', 'subject'] as const satisfies (keyof FilledFields)[];

/** The changes of a lookup to fields that are empty, or hold what the lookup before (`before`) filled in. */
export function fillFromEdition(
  values: FilledFields,
  before: Partial<FilledFields>,
  edition: Pick<Edition, 'title' | 'author' | 'edition' | 'subject'>,
): Partial<FilledFields> {
  const title = edition.edition === null ? edition.title : `${edition.title}, ${edition.edition}`;
  const found: FilledFields = {
    title: title.length <= bookLimits.title ? title : edition.title,
    author: edition.author ?? '',
    subject: edition.subject ?? '',
  };
  const changed = fieldNames.filter(
    (name) => (values[name] === '' || values[name] === before[name]) && values[name] !== found[name],
  );
  return pick(found, changed);
}

/** What lookups filled in, where nothing else was typed since. */
export const pickUntouched = (values: FilledFields, filled: Partial<FilledFields>): Partial<FilledFields> =>
  pick(
    values,
    fieldNames.filter((name) => filled[name] !== undefined && values[name] === filled[name]),
  );

/** Empties what lookups filled in, where nothing else was typed since. */
export const undoFill = (values: FilledFields, filled: Partial<FilledFields>): Partial<FilledFields> =>
  Object.fromEntries(Object.keys(pickUntouched(values, filled)).map((name) => [name, '']));

const pick = (fields: FilledFields, names: readonly (keyof FilledFields)[]): Partial<FilledFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));
