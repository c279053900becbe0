import type { FieldError } from '#platform/shared/problem.ts';
import { wordIssue } from '#platform/shared/texts/issue-message.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { type ConditionDetails, normalizeConditionDetails } from '../../condition-details.ts';
import { type Book, bookInput, type BookInput } from '../../contract.ts';
import { formatMoneyInput } from '#platform/shared/money.ts';
import { parsePrice } from '../../parse-price.ts';
import { DEFAULT_SUBJECT, formSubjects } from '../../rules.ts';

/** What stands in the fields of the form, in their order, as typed. */
export type ListingValues = {
  isbn: string;
  /** Addresses of the uploaded photos, the cover first. */
  images: readonly string[];
  title: string;
  author: string;
  /** '' where none was chosen. */
  subject: string;
  condition: string;
  /** Only what is said. */
  conditionDetails: ConditionDetails;
  courses: readonly string[];
  /** As it is entered. */
  price: string;
  description: string;
};

export const emptyListing: ListingValues = {
  isbn: '',
  images: [],
  title: '',
  author: '',
  subject: '',
  condition: '',
  conditionDetails: {},
  courses: [],
  price: '',
  description: '',
};

export type ListingField = keyof ListingValues;
/** The fields of one text. */
export type ListingTextField = Exclude<ListingField, 'images' | 'courses' | 'conditionDetails'>;

/** The fields in the order they stand in. */
export const listingFields = Object.keys(emptyListing) as ListingField[];

/** Where a field's problem leads to. */
export const fieldId = (field: ListingField): string => `listing-${field}`;

const differingFields = (a: ListingValues, b: ListingValues): ListingField[] =>
  listingFields.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));

export const isSameListing = (a: ListingValues, b: ListingValues): boolean =>
  differingFields(a, b).length === 0;

const isEmptyField = (values: ListingValues, field: ListingField): boolean =>
  !differingFields(values, emptyListing).includes(field);

export const isEmptyListing = (values: ListingValues): boolean => isSameListing(values, emptyListing);

/** Whether these are the values of the listing that was posted, perhaps without photos that arrived late. */
export const isPostedListing = (posted: ListingValues, values: ListingValues): boolean =>
  differingFields(posted, values).every((field) => field === 'images') &&
  values.images.every((image) => posted.images.includes(image));

/** Of `from` the fields that differ between the form and its initial values. */
export const pickChanged = <From extends Partial<Record<ListingField, unknown>>>(
  from: From,
  before: ListingValues,
  after: ListingValues,
): Partial<From> =>
  Object.fromEntries(differingFields(before, after).map((field) => [field, from[field]])) as Partial<From>;

/** A listing as its form is prefilled. */
export const toListingValues = (book: Book): ListingValues => ({
  ...(Object.fromEntries(listingFields.map((field) => [field, book[field] ?? ''])) as ListingValues),
  subject: book.subject === DEFAULT_SUBJECT ? '' : book.subject,
  // The database orders the keys in another way.
  conditionDetails: normalizeConditionDetails(book.conditionDetails ?? {}) ?? {},
  price: formatMoneyInput(book.price),
});

/** The form's subjects, and the listing's own subject if it is another one. */
export const subjectsFor = ({ subject }: ListingValues): readonly string[] =>
  subject === '' || formSubjects.some((known) => known === subject)
    ? formSubjects
    : [subject, ...formSubjects];

/** Reads the values with the contract's schema, which the server uses too. */
export function readListing(values: ListingValues): { input: BookInput; errors: FieldError[] } {
  const price = parsePrice(values.price);
  const input = { ...values, price: 'amount' in price ? (price.amount ?? undefined) : undefined };
  const issues = bookInput.safeParse(input).error?.issues ?? [];
  return {
    input: input as unknown as BookInput,
    errors: [
      ...('problem' in price ? [{ path: 'price', message: price.problem }] : []),
      ...issues.map(({ path, message }) => ({ path: String(path[0]), message: wordIssue(message) })),
    ],
  };
}

export const listingSchema = formSchema<ListingValues, BookInput>((values, refuse) => {
  const { input, errors } = readListing(values);
  for (const { path, message } of errors) refuse(path as ListingField, message);
  return input;
});

/** Validates one field when it loses the focus; emptiness is an error only on submit. */
export const validateField = (values: ListingValues, field: ListingField): string | undefined =>
  isEmptyField(values, field)
    ? undefined
    : readListing(values).errors.find(({ path }) => path === field)?.message;
