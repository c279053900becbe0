/** What a photo of a listing may be, and what is said about it. Pure: no I/O, nothing but the language. */

export const photoLimits = {
  files: 5,
  /** Of one file, before it is made smaller. */
  bytes: 10_485_760,
  /** How many a person may have started in the last hour that no listing holds. */
  looseAnHour: 30,
  /** Of one person that arrive at the same time; their browser sends no more at once. */
  arriving: 3,
} as const;

/** A file that is arriving has to keep up, after a while for the line to get going: milliseconds, bytes a second on average. */
export const minUploadRate = { start: 10_000, bytesPerSecond: 8 * 1024 } as const;
export type MinUploadRate = { readonly start: number; readonly bytesPerSecond: number };

/** Widths in pixels in which a photo is kept; never wider than the original was. */
export const photoSizes = [240, 800, 1600] as const;
export type PhotoSize = (typeof photoSizes)[number];

/** What the server can read. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** Durations in milliseconds. */
export const photoTimes = {
  /** An upload address is good for this long. */
  uploadAddress: 15 * 60_000,
  /** All of a file must have arrived. */
  receiving: 3 * 60_000,
  /** A photo waits this long for its turn to be re-encoded. */
  inLine: 2 * 60_000,
  /** Nobody else may store the same photo meanwhile: for the wait and for all that follows it. */
  claim: 5 * 60_000,
  /** A photo that no listing holds is kept this long. */
  loose: 24 * 60 * 60_000,
  /** Between two reports of an upload's progress. */
  progress: 500,
} as const;

/** The specification's words, to the letter. */
export const photoTexts = {
  note: 'Images only, up to 10MB each',
  failed: (file: string) => `Failed to upload ${file}`,
  noMore: 'Cannot add more files',
  offline: 'No Internet connection',
  online: 'Connected to the Internet',
  noAddress: 'Failed to get upload URL',
  errorTitle: 'Upload Error',
  errorText: 'Failed to prepare file upload. Please try again.',
} as const;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const ownAddress = new RegExp(`^/objects/uploads/(${uuid})\\.webp$`);
const anyAddress = new RegExp(
  `^(?:https?://[^/?#]+)?/objects/uploads?/(${uuid})(?:\\.webp)?(?:[?#].*)?$`,
  'i',
);

/** The string that stands in a book's images. */
export const photoUrl = (id: string): string => `/objects/uploads/${id}.webp`;

/** The photo's id, or null for whatever is not exactly a photo's url. */
export function parsePhotoId(url: string): string | null {
  return ownAddress.exec(url)?.[1] ?? null;
}

/** A photo's url from any address of it: the private upload address, one with the host or a size. Others stay as they are. */
export function canonicalPhotoUrl(url: string): string {
  const id = anyAddress.exec(url)?.[1];
  return id === undefined ? url : photoUrl(id.toLowerCase());
}
