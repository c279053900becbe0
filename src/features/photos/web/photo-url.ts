import { parsePhotoId, photoSizes } from '../stored-photo.ts';

type PhotoSources = { src: string; srcSet?: string };

/**
 * The attributes of an `<img>` for a stored photo, in all its sizes; other addresses are returned unchanged.
 */
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
