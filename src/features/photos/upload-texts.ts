/** Formats a file size: '640 KB', '3.4 MB'. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * Texts of uploading, and of files that the browser refuses. The server's refusals are `photoProblems` in
 * `contract.ts`: their texts follow `failed`, only where a retry with the same file cannot succeed (`FINAL`
 * in `photo-uploads.ts`). The texts of the specification must not change.
 */
export const uploadTexts = {
  // Texts of the specification.
  note: 'Images only, up to 10MB each',
  failed: (file: string) => `Failed to upload ${file}`,
  noMore: 'Cannot add more files',
  offline: 'No Internet connection',
  online: 'Connected to the Internet',
  noAddress: 'Failed to get upload URL',
  errorTitle: 'Upload Error',
  errorText: 'Failed to prepare file upload. Please try again.',

  // Our own texts.
  /** Instead of the note, where one photo is chosen. */
  oneNote: 'An image, up to 10MB',
  notImage: 'Not an image',
  tooLarge: 'Larger than 10MB',
  drawing: "SVG files can't be added. Please choose a photo.",
  heic: "This browser can't read HEIC photos. Please choose a JPEG.",
  unreadable: "This browser can't read this type of image. Please choose a JPEG.",
  duplicate: 'Already added',
  preparing: 'Preparing…',
  /** All bytes are sent; the server processes the photo. */
  finishing: 'Almost done…',
  uploading: (percent: number, bytes: number) => `${percent}% of ${formatFileSize(bytes)}`,
  done: (bytes: number) => `Uploaded, ${formatFileSize(bytes)}`,
  held: (count: number, max: number) => `${count} of ${max} photos.`,
  closes: 'Closes when uploads finish.',
} as const;
