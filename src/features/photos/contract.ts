import { z } from 'zod';
import { defineEndpoints } from '#platform/shared/define-endpoints.ts';
import { createProblemFactory, defineProblems } from '#platform/shared/problem.ts';
import { isoTimestamp } from '#platform/shared/text-schemas.ts';
import { photoLimits } from './rules.ts';

const uploadTarget = z.strictObject({
  uploadURL: z.string().describe('Accepts the file in a single PUT, without a token'),
  url: z.string().describe("The value for a book's images after the upload"),
  maxBytes: z.int(),
  expiresAt: isoTimestamp,
});
export type UploadTarget = z.infer<typeof uploadTarget>;

/** The response to a complete upload. `width` and `height` are those of the largest size, in pixels. */
const storedPhoto = z.strictObject({
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
export type StoredPhoto = z.infer<typeof storedPhoto>;

export const photoEndpoints = defineEndpoints({
  'POST /api/objects/upload': {
    auth: 'user',
    summary: 'Creates a URL for uploading one photo with PUT',
    response: uploadTarget,
  },
});
export type PhotoEndpoints = typeof photoEndpoints;

/** Of refused uploads. The texts for files that the browser refuses before are in `shrink-photo.ts`. */
export const photoProblems = defineProblems({
  'invalid-upload-url': { status: 403 },
  'upload-url-expired': { status: 403 },
  'upload-incomplete': { status: 400 },
  'upload-too-slow': { status: 408 },
  'too-many-uploads': { status: 429 },
  'disk-full': { status: 507 },
  'photo-not-found': { status: 404 },
  'photo-already-stored': { status: 409 },
  'photo-storage-unavailable': { status: 503 },
  'photo-upload-in-progress': { status: 409 },
  'photo-too-large': { status: 413 },
  'photo-not-attachable': { status: 400 },
  'profile-image-not-attachable': { status: 400 },
  'too-many-photos': { status: 400, args: { max: photoLimits.files } },
  'image-type-unsupported': { status: 415 },
  'heic-unsupported': { status: 415 },
  'image-too-large': { status: 413 },
  'image-unreadable': { status: 400 },
  'image-processing-busy': { status: 503 },
  'image-processing-timeout': { status: 503 },
});

export const photoProblem = createProblemFactory('photos', photoProblems);
