import { photoSources } from './photo-url.ts';
import type { CoverPhoto } from '#ui/cover/cover.tsx';

type Photographed = { images: readonly string[] };

/** The first photo, at the size of a card's cover; null where the drawn cover stands alone. */
export function cardPhoto(book: Photographed, first: boolean): CoverPhoto | null {
  const [image] = book.images;
  if (image === undefined) return null;
  return { ...photoSources(image), sizes: '72px', loading: first ? 'eager' : 'lazy' };
}

/** All photos, as wide as the column. */
export function pagePhotos(book: Photographed): CoverPhoto[] {
  return book.images.map((image, index) => ({
    ...photoSources(image),
    sizes: '(max-width: 400px) 100vw, 400px',
    ...(index === 0 && { fetchPriority: 'high' as const }),
  }));
}
