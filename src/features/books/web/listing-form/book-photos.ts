import { photoSources } from '#features/photos/web/public.ts';
import type { CoverPhoto } from '#ui/cover/cover.tsx';
import type { Book } from '../../contract.ts';

/** The first photo, at the size of a card's cover; null where the drawn cover stands alone. */
export function cardPhoto(book: Pick<Book, 'images'>, first: boolean): CoverPhoto | null {
  const [image] = book.images;
  if (image === undefined) return null;
  return { ...photoSources(image), sizes: '72px', loading: first ? 'eager' : 'lazy' };
}

/** All photos, as wide as the column. */
export function pagePhotos(book: Pick<Book, 'images'>): CoverPhoto[] {
  return book.images.map((image, index) => ({
    ...photoSources(image),
    sizes: '(max-width: 400px) 100vw, 400px',
    ...(index === 0 && { fetchPriority: 'high' as const }),
  }));
}
