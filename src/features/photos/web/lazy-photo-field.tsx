import { lazy, Suspense } from 'react';
import type { PhotoFieldProps } from './photo-field.tsx';
import formSkeletonsStyles from '#ui/states/form-skeletons.module.css';

const Field = lazy(() => import('./photo-field.tsx').then(({ PhotoField }) => ({ default: PhotoField })));

/** In a separate chunk: pages that only show photos do not load the upload code. */
export function LazyPhotoField(props: PhotoFieldProps) {
  return (
    <Suspense fallback={<div className={formSkeletonsStyles.photosPlace} aria-hidden="true" />}>
      <Field {...props} />
    </Suspense>
  );
}
