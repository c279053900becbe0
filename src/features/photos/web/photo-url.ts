import type { CoverPhoto } from '#ui/cover/cover.tsx';
import { parsePhotoId, photoSizes } from '../stored-photo.ts';

type PhotoSources = { src: string; srcSet?: string };

/** The attributes of an `<img>` for a stored photo, in all its sizes; other addresses are unchanged. */
export function photoSources(url: string): PhotoSources {
  if (parsePhotoId(url) === null) return { src: url };
  return {
    src: `${url}?w=800`,
    srcSet: photoSizes.map((size) => `${url}?w=${size} ${size}w`).join(', '),
  };
}

/** The smallest size, for thumbnails. */
export function photoThumbnail(url: string): string {
  return parsePhotoId(url) === null ? url : `${url}?w=${photoSizes[0]}`;
}

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
