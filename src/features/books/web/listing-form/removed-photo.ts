import { bookLimits } from '#features/books/rules.ts';

/** The one photo that is gone, and where it stood; null where another change was made. */
export function removedPhoto(
  before: readonly string[],
  after: readonly string[],
): { url: string; at: number } | null {
  const at = before.findIndex((url) => !after.includes(url));
  const url = before[at];
  return url === undefined || after.length !== before.length - 1 ? null : { url, at };
}

/** Back in its place, or as near to it as there are photos left; unless others have taken all places. */
export const withPhotoBack = (
  images: readonly string[],
  { url, at }: { url: string; at: number },
): readonly string[] =>
  images.includes(url) || images.length >= bookLimits.images ? images : images.toSpliced(at, 0, url);
