import type { Book, BookInput } from '../../contract.ts';
import { type ConditionDetails, normalizeConditionDetails } from '../../condition-details.ts';
import { DEFAULT_SUBJECT, formSubjects } from '../../rules.ts';
import { formatPriceInput } from '../../parse-price.ts';

/** What stands in the form's fields, as typed. */
export type ListingValues = {
  title: string;
  author: string;
  isbn: string;
  /** '' where none was chosen. */
  subject: string;
  condition: string;
  /** Only what is said. */
  conditionDetails: ConditionDetails;
  /** Dollars. */
  priceDisplay: string;
  description: string;
  /** Addresses of the uploaded photos, the cover first. */
  images: readonly string[];
  /** The course codes as written. */
  courses: readonly string[];
};

export type ListingField = keyof ListingValues;
/** The fields of one text. */
export type ListingTextField = Exclude<ListingField, 'images' | 'courses' | 'conditionDetails'>;
/** Errors by field. */
export type ListingErrors = Partial<Record<ListingField, string>>;

export const emptyListing: ListingValues = {
  title: '',
  author: '',
  isbn: '',
  subject: '',
  condition: '',
  conditionDetails: {},
  priceDisplay: '',
  description: '',
  images: [],
  courses: [],
};

/** The fields in the order they stand in. */
const listingLabels: Record<ListingField, string> = {
  isbn: 'ISBN',
  images: 'Photos',
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  condition: 'Condition',
  conditionDetails: 'Condition details',
  courses: 'Courses',
  priceDisplay: 'Price',
  description: 'Description',
};
export const listingFields = Object.keys(listingLabels) as ListingField[];

/** Where a field's problem leads to. */
export const fieldId = (field: ListingField): string => `listing-${field}`;

export const isEmptyField = (values: ListingValues, field: ListingField): boolean =>
  Object.keys(values[field]).length === 0;

export const isEmptyListing = (values: ListingValues): boolean =>
  listingFields.every((field) => isEmptyField(values, field));

export const differingFields = (a: ListingValues, b: ListingValues): ListingField[] =>
  listingFields.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]));

export const isSameListing = (a: ListingValues, b: ListingValues): boolean =>
  differingFields(a, b).length === 0;

/** Whether these are the values of the listing that was posted, perhaps without photos that arrived late. */
export const isPostedListing = (posted: ListingValues, values: ListingValues): boolean =>
  differingFields(posted, values).every((field) => field === 'images') &&
  values.images.every((image) => posted.images.includes(image));

/** A listing as its form is prefilled. */
export const toListingValues = (book: Book): ListingValues => ({
  title: book.title,
  author: book.author,
  isbn: book.isbn ?? '',
  subject: book.subject === DEFAULT_SUBJECT ? '' : book.subject,
  condition: book.condition,
  conditionDetails: normalizeConditionDetails(book.conditionDetails ?? {}) ?? {},
  priceDisplay: formatPriceInput(book.price),
  description: book.description ?? '',
  images: book.images,
  courses: book.courses,
});

/** The form's subjects, and the listing's own subject if it is another one. */
export const subjectsFor = (values: ListingValues): readonly string[] =>
  values.subject === '' || formSubjects.some((subject) => subject === values.subject)
    ? formSubjects
    : [values.subject, ...formSubjects];

/** The differences between the form and its initial values. */
export function changedFields(
  before: ListingValues,
  after: ListingValues,
  input: BookInput,
): Partial<BookInput> {
  return Object.fromEntries(
    differingFields(before, after).map((field) =>
      field === 'priceDisplay' ? ['price', input.price] : [field, input[field]],
    ),
  );
}
