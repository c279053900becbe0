import type { ConditionDetails } from '#features/books/rules.ts';
import { type AgreedPart, agreedParts, type ChangedPart } from '#features/conversations/rules.ts';

/** What a listing said when it was reserved. Its title, author and ISBN cannot change meanwhile. */
export type AgreedListing = {
  /** Cents. The reservation has the price that the two agreed on. */
  askingPrice: number;
  condition: string;
  conditionDetails: ConditionDetails | null;
  /** Photo URLs. */
  images: string[];
  description: string | null;
};

/** Digests of the listing when an offer was made. */
export type OfferedListing = Partial<Record<ChangedPart, string>>;

type Listing = Omit<AgreedListing, 'askingPrice'> & { price: number };

export const toAgreedListing = (listing: Listing): AgreedListing => {
  const { price: askingPrice, condition, conditionDetails, images, description } = listing;
  return { askingPrice, condition, conditionDetails, images, description };
};

/** The order of photos is not agreed on. That of facts is the same in every stored listing. */
export const readAgreedPart: Record<AgreedPart, (listing: AgreedListing) => unknown> = {
  price: ({ askingPrice }) => askingPrice,
  condition: ({ condition, conditionDetails }) => [condition, conditionDetails],
  photos: ({ images }) => images.toSorted(),
  description: ({ description }) => description,
};

/** What of a stored listing is not as it was agreed on. */
export function findChangedParts(agreed: AgreedListing, listing: Listing): AgreedPart[] {
  const current = toAgreedListing(listing);
  return agreedParts.filter(
    (part) => JSON.stringify(readAgreedPart[part](agreed)) !== JSON.stringify(readAgreedPart[part](current)),
  );
}
