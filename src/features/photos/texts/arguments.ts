/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'photos.field.images.not-uploaded': null;
    'photos.field.images.repeated': null;
    'photos.problem.disk-full': null;
    'photos.problem.heic-unsupported': null;
    'photos.problem.image-processing-busy': null;
    'photos.problem.image-processing-timeout': null;
    'photos.problem.image-too-large': null;
    'photos.problem.image-type-unsupported': null;
    'photos.problem.image-unreadable': null;
    'photos.problem.invalid-request.width': { sizes: string };
    'photos.problem.invalid-upload-url': null;
    'photos.problem.photo-already-stored': null;
    'photos.problem.photo-not-attachable': null;
    'photos.problem.photo-not-found': null;
    'photos.problem.photo-storage-unavailable': null;
    'photos.problem.photo-too-large': null;
    'photos.problem.photo-upload-in-progress': null;
    'photos.problem.profile-image-not-attachable': null;
    'photos.problem.too-many-photos': { max: number };
    'photos.problem.too-many-uploads': null;
    'photos.problem.upload-incomplete': null;
    'photos.problem.upload-too-slow': null;
    'photos.problem.upload-url-expired': null;
  }
}
