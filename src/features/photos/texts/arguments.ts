/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'photos.chooser.input': { multiple: boolean };
    'photos.chooser.many': null;
    'photos.chooser.one': null;
    'photos.dialog.closes': null;
    'photos.dialog.count': { count: number; max: number };
    'photos.dialog.done': null;
    'photos.dialog.full': null;
    'photos.dialog.retry-of': { file: string };
    'photos.dialog.title': null;
    'photos.error.text': null;
    'photos.error.title': null;
    'photos.field.images.not-uploaded': null;
    'photos.field.images.repeated': null;
    'photos.form.added': { count: number; max: number };
    'photos.form.count': { count: number; max: number };
    'photos.form.note': null;
    'photos.form.title': null;
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
    'photos.profile.change': null;
    'photos.profile.note': null;
    'photos.profile.remove': null;
    'photos.profile.title': null;
    'photos.profile.visible': null;
    'photos.refusal.duplicate': null;
    'photos.refusal.heic': null;
    'photos.refusal.not-image': null;
    'photos.refusal.svg': null;
    'photos.refusal.too-large': null;
    'photos.refusal.unreadable': null;
    'photos.size.kilobytes': { size: number };
    'photos.size.megabytes': { size: string };
    'photos.upload.done': { size: string };
    'photos.upload.failed': { file: string };
    'photos.upload.failed-because': { file: string; reason: string };
    'photos.upload.finishing': null;
    'photos.upload.offline': null;
    'photos.upload.online': null;
    'photos.upload.preparing': null;
    'photos.upload.progress': { percent: number; size: string };
  }
}
