import type { FieldError } from '#platform/shared/problem.ts';
import { bookInput, type BookInput } from '../../contract.ts';
import { normalizeConditionDetails } from '../../condition-details.ts';
import {
  isEmptyField,
  listingFields,
  type ListingField,
  type ListingErrors,
  type ListingValues,
} from './listing-values.ts';
import { parsePrice } from '../../parse-price.ts';

type ReadListing = { input: BookInput } | { problems: ListingErrors };

/** Validates the entered values with the contract's schema, which the server uses too. */
export function validateListing(values: ListingValues): ReadListing {
  const price = parsePrice(values.priceDisplay);
  const candidate = {
    title: values.title,
    author: values.author,
    isbn: values.isbn.trim() === '' ? null : values.isbn,
    subject: values.subject === '' ? null : values.subject,
    condition: values.condition,
    conditionDetails: normalizeConditionDetails(values.conditionDetails),
    price: 'cents' in price ? (price.cents ?? undefined) : undefined,
    description: values.description === '' ? null : values.description,
    images: [...values.images],
    courses: [...values.courses],
  };
  const checked = bookInput.safeParse(candidate);
  const problems = checked.success
    ? {}
    : toListingErrors(checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  if ('problem' in price) problems.priceDisplay = price.problem;
  if (!checked.success || 'problem' in price) return { problems };
  return { input: candidate as BookInput };
}

/** Validates one field when it loses the focus; emptiness is an error only on submit. */
export function validateField(values: ListingValues, field: ListingField): string | undefined {
  if (isEmptyField(values, field)) return undefined;
  const read = validateListing(values);
  return 'problems' in read ? read.problems[field] : undefined;
}

const PHOTOS_GONE_TEXT = 'Some photos are missing. Please add them again.';

/**
 * Problems of the schema or of the server, at the fields they are about: the first of each. What belongs
 * nowhere is left out.
 */
export function toListingErrors(problems: readonly FieldError[]): ListingErrors {
  const found: ListingErrors = {};
  for (const { path, message } of problems) {
    const [name = '', ...inside] = path.split('.');
    const field = name === 'price' ? 'priceDisplay' : listingFields.find((one) => one === name);
    if (field === undefined || found[field] !== undefined) continue;
    found[field] = field === 'images' && inside.length > 0 ? PHOTOS_GONE_TEXT : message;
  }
  return found;
}

/** The photos without those that the server does not know any more. */
export function withoutMissingPhotos(
  images: readonly string[],
  problems: readonly FieldError[],
): readonly string[] {
  const missing = new Set(problems.map(({ path }) => path));
  return images.filter((_, at) => !missing.has(`images.${at}`));
}
