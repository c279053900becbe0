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
  'invalid-upload-url': { status: 403, detail: "This upload link isn't valid." },
  'upload-url-expired': {
    status: 403,
    detail: 'This upload link has expired. Please try again.',
  },
  'upload-incomplete': { status: 400, detail: "The upload didn't finish. Please try again." },
  'upload-too-slow': { status: 408, detail: 'The upload took too long. Please try again.' },
  'too-many-uploads': { status: 429, detail: "You've started too many uploads. Please try again later." },
  'disk-full': {
    status: 507,
    detail: "Photos can't be uploaded right now. Please try again later.",
  },
  'photo-not-found': { status: 404, detail: "This photo doesn't exist." },
  'photo-already-stored': { status: 409, detail: 'This photo has already been uploaded.' },
  'photo-storage-unavailable': {
    status: 503,
    detail: "Photos aren't available right now. Please try again soon.",
  },
  'photo-upload-in-progress': { status: 409, detail: 'This photo is being uploaded right now.' },
  'photo-too-large': { status: 413, detail: 'Images only, up to 10MB each' },
  'photo-not-attachable': {
    status: 400,
    detail: 'A listing can only show photos you uploaded for it.',
  },
  'profile-image-not-attachable': {
    status: 400,
    detail: 'Your profile photo must be one you uploaded for it.',
  },
  'too-many-photos': { status: 400, detail: `A listing can have at most ${photoLimits.files} photos` },
  'image-type-unsupported': { status: 415, detail: "This isn't a JPEG, PNG, WebP, GIF or AVIF image." },
  'heic-unsupported': { status: 415, detail: "HEIC photos aren't supported. Please use a JPEG." },
  'image-too-large': { status: 413, detail: 'This image has too many pixels.' },
  'image-unreadable': { status: 400, detail: "This image is damaged and can't be read." },
  'image-processing-busy': {
    status: 503,
    detail: 'Many photos are being uploaded right now. Please try again in a moment.',
  },
  'image-processing-timeout': {
    status: 503,
    detail: "The image couldn't be processed in time. Please try again in a moment.",
  },
});

export const photoProblem = createProblemFactory(photoProblems);
