/** Sizes and urls of stored photos: the part of the rules that the first script contains. */

/** Stored widths in pixels; never wider than the original. */
export const photoSizes = [240, 800, 1600] as const;

export const PHOTO_ID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const ownAddress = new RegExp(`^/objects/uploads/(${PHOTO_ID_PATTERN})\\.webp$`);

/** The string for a book's images. */
export const photoUrl = (id: string): string => `/objects/uploads/${id}.webp`;

/** The photo's id, or null if the text is not exactly the url of a photo. */
export function parsePhotoId(url: string): string | null {
  return ownAddress.exec(url)?.[1] ?? null;
}
