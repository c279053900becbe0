import { useEffect, useLayoutEffect, useRef } from 'react';
import { toast } from '#ui/overlays/toaster.tsx';
import { removedPhoto, withPhotoBack } from './removed-photo.ts';

/** Changes the photos of the form; one that is removed can be had back while the toast about it stands. */
export function usePhotoUndo(
  images: readonly string[],
  onChange: (images: readonly string[]) => void,
): (images: readonly string[]) => void {
  const form = useRef({ images, onChange });
  useLayoutEffect(() => {
    form.current = { images, onChange };
  });
  const told = useRef<{ dismiss: () => void } | null>(null);
  useEffect(() => () => told.current?.dismiss(), []);

  const set = (next: readonly string[]) => {
    form.current.images = next;
    form.current.onChange(next);
  };
  return (next) => {
    const removed = removedPhoto(form.current.images, next);
    set(next);
    if (removed === null) return;
    told.current = toast({
      title: 'Photo removed',
      icon: 'trash',
      action: { label: 'Undo', onAction: () => set(withPhotoBack(form.current.images, removed)) },
    });
  };
}
