import { bookLimits } from '../../rules.ts';

/** The removed photo and its position; null after any other change. */
export function removedPhoto(
  before: readonly string[],
  after: readonly string[],
): { url: string; at: number } | null {
  const at = before.findIndex((url) => !after.includes(url));
  const url = before[at];
  return url === undefined || after.length !== before.length - 1 ? null : { url, at };
}

/** Reinserts the photo at its position, or the nearest one left; not if there are already too many photos. */
export const withPhotoBack = (
  images: readonly string[],
  { url, at }: { url: string; at: number },
): readonly string[] =>
  images.includes(url) || images.length >= bookLimits.images ? images : images.toSpliced(at, 0, url);
