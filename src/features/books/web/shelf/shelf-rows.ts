import type { FieldError } from '#platform/shared/problem.ts';
import type { BookInput } from '../../contract.ts';
import { bookLimits, type Condition } from '../../rules.ts';
import { emptyListing, type ListingField, readListing } from '../listing-form/listing-values.ts';

/** Why a book was not posted, and the fields that are to be changed, the first of them first. */
export type RowProblem = { text: string; fields: readonly ListingField[] };

/** A book of the shelf, as its listing will be. */
export type ShelfRow = {
  /** Also the `clientListingId` of its listing: however often it is posted, it is one. */
  id: string;
  /** 13 digits */
  isbn: string;
  title: string;
  author: string;
  subject: string;
  /** '' until one was chosen in any row. */
  condition: Condition | '';
  /** As it is entered. */
  price: string;
  /** What similar copies cost, as it would be entered; '' if it is not known. A price that equals it was not typed. */
  suggested: string;
  /** The condition that `suggested` belongs to. */
  suggestedFor: Condition | '';
  /** The address of the uploaded photo; none, or one. */
  images: readonly string[];
  /** Of the facts of its ISBN. */
  lookup: 'looking' | 'known' | 'unknown' | 'failed';
  problem: RowProblem | null;
};

/** The newest row is the first. */
export type ShelfRows = readonly ShelfRow[];

const emptyRow: Omit<ShelfRow, 'id' | 'isbn'> = {
  title: '',
  author: '',
  subject: '',
  condition: '',
  price: '',
  suggested: '',
  suggestedFor: '',
  images: [],
  lookup: 'looking',
  problem: null,
};

export const isFull = (rows: ShelfRows): boolean => rows.length >= bookLimits.shelf;

/** A book in the condition of the one before. A second copy has its facts at once. */
export function withRow(rows: ShelfRows, { id, isbn }: Pick<ShelfRow, 'id' | 'isbn'>): ShelfRows {
  if (isFull(rows)) return rows;
  const copy = rows.find((row) => row.isbn === isbn && row.lookup === 'known');
  const facts = copy && {
    title: copy.title,
    author: copy.author,
    subject: copy.subject,
    lookup: copy.lookup,
  };
  return [{ ...emptyRow, ...facts, id, isbn, condition: rows[0]?.condition ?? '' }, ...rows];
}

export const withoutRow = (rows: ShelfRows, id: string): ShelfRows => rows.filter((row) => row.id !== id);

/** Puts a removed row back in its place. */
export const withRowBack = (rows: ShelfRows, row: ShelfRow, at: number): ShelfRows =>
  isFull(rows) || rows.some(({ id }) => id === row.id) ? rows : rows.toSpliced(at, 0, row);

export const changeRow = (rows: ShelfRows, id: string, changes: Partial<ShelfRow>): ShelfRows =>
  rows.map((row) => (row.id === id ? { ...row, ...changes } : row));

/** What a seller enters: the reason of a failure goes with the change. */
export const enterInRow = (rows: ShelfRows, id: string, changes: Partial<ShelfRow>): ShelfRows =>
  changeRow(rows, id, { ...changes, problem: null });

/** The first condition that is chosen is that of all rows without one. */
export const chooseCondition = (rows: ShelfRows, id: string, condition: Condition): ShelfRows =>
  rows.map((row) =>
    row.id === id || row.condition === ''
      ? { ...row, condition, ...(row.id === id && { problem: null }) }
      : row,
  );

/** Enters a suggested price, unless the seller has typed one. */
export function suggestPrice(
  rows: ShelfRows,
  id: string,
  found: { price: string; for: Condition },
): ShelfRows {
  return rows.map((row) => {
    // The condition was changed meanwhile.
    if (row.id !== id || row.condition !== found.for) return row;
    const price = row.price === row.suggested ? found.price : row.price;
    return { ...row, price, suggested: found.price, suggestedFor: found.for };
  });
}

/** Reads a row with the schema of the form. */
export function readRow(row: ShelfRow): { input: BookInput; errors: FieldError[] } {
  const { isbn, title, author, subject, condition, price, images } = row;
  const { input, errors } = readListing({
    ...emptyListing,
    isbn,
    title,
    author,
    subject,
    condition,
    price,
    images,
  });
  return { input: { ...input, clientListingId: row.id }, errors };
}
