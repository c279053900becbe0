import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import { bookLimits } from '../../rules.ts';

type Photos = readonly string[];

/** Changes the photos of the form; one that is removed can be had back while the toast about it stands. */
export function usePhotoUndo(images: Photos, onChange: (images: Photos) => void): (images: Photos) => void {
  const form = useRef({ images, onChange });
  useLayoutEffect(() => {
    form.current = { images, onChange };
  });
  const shown = useRef<{ dismiss: () => void } | null>(null);
  useEffect(() => () => shown.current?.dismiss(), []);

  const set = (next: Photos) => {
    form.current.images = next;
    form.current.onChange(next);
  };
  return (next) => {
    const removed = removedPhoto(form.current.images, next);
    set(next);
    if (removed === null) return;
    shown.current = toast({
      title: t('books.form.photo-removed'),
      icon: 'trash',
      action: {
        label: t('books.action.undo'),
        onAction: () => set(withPhotoBack(form.current.images, removed)),
      },
    });
  };
}

/** The removed photo and its position; null after any other change. */
export function removedPhoto(before: Photos, after: Photos): { url: string; at: number } | null {
  const at = before.findIndex((url) => !after.includes(url));
  const url = before[at];
  return url === undefined || after.length !== before.length - 1 ? null : { url, at };
}

/** Reinserts the photo at its position, or the nearest one left; not if there are already too many photos. */
export const withPhotoBack = (images: Photos, { url, at }: { url: string; at: number }): Photos =>
  images.includes(url) || images.length >= bookLimits.images ? images : images.toSpliced(at, 0, url);
