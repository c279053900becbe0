import { useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '../icons/icon.tsx';
import { useSettledTaps } from '../settled-taps.ts';
import { PhotoTile, type SortablePhoto } from './photo-tile.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import photoTileStyles from './photo-tile.module.css';
import styles from './sortable-photos.module.css';

export type { SortablePhoto } from './photo-tile.tsx';

type SortablePhotosProps = {
  photos: readonly SortablePhoto[];
  max: number;
  onAdd: () => void;
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
  onMove: (id: string, to: number) => void;
};

/** The photos of a listing's form, of which the first is the cover. The grip moves them, also by arrow keys. */
export function SortablePhotos({ photos, max, onAdd, onRemove, onRetry, onMove }: SortablePhotosProps) {
  const strip = useRef<HTMLDivElement>(null);
  const held = useRef<string | null>(null);
  useSettledTaps(strip, photos.map(({ id }) => id).join());
  const [said, setSaid] = useState('');

  const move = (id: string, to: number) => {
    const from = photos.findIndex((photo) => photo.id === id);
    if (to === from || to < 0 || to >= photos.length) return;
    held.current = id;
    onMove(id, to);
    setSaid(t('ui.photos.moved', { position: to + 1, count: photos.length, isCover: to === 0 }));
  };
  const drag = useDragOrder(strip, move);

  // Moving an element in the document removes its focus.
  useLayoutEffect(() => {
    if (held.current === null) return;
    strip.current
      ?.querySelector<HTMLElement>(`[data-photo="${CSS.escape(held.current)}"] [aria-roledescription]`)
      ?.focus({ preventScroll: false });
    held.current = null;
  }, [photos]);

  return (
    <>
      <div className={styles.photos} ref={strip}>
        {photos.map((photo, at) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            at={at}
            movable={photos.length > 1}
            onRemove={() => {
              onRemove(photo.id);
              setSaid(t('ui.photos.removed', { position: at + 1 }));
            }}
            onRetry={() => onRetry(photo.id)}
            onStep={(by) => move(photo.id, at + by)}
            grip={drag(photo.id)}
          />
        ))}
        {photos.length < max && (
          <button type="button" className={cx(photoTileStyles.tile, photoTileStyles.add)} onClick={onAdd}>
            <Icon name="camera" />
            {t('ui.photos.add')}
          </button>
        )}
      </div>
      <p className={shared.visuallyHidden} role="status" aria-live="polite">
        {said}
      </p>
    </>
  );
}

type Grip = { onPointerDown: (event: PointerEvent<HTMLElement>) => void };

/** Dragging by a grip: the tile immediately takes the place of the one under the pointer. */
function useDragOrder(
  strip: RefObject<HTMLElement | null>,
  move: (id: string, to: number) => void,
): (id: string) => Grip {
  const latest = useRef(move);
  useLayoutEffect(() => {
    latest.current = move;
  });

  return (id) => ({
    // Listeners are on the window: pointer capture would be lost when the tile moves in the document.
    onPointerDown: ({ pointerId }) => {
      const done = new AbortController();
      const follow = (event: globalThis.PointerEvent) => {
        if (event.pointerId !== pointerId || !strip.current) return;
        const tiles = [...strip.current.querySelectorAll<HTMLElement>('[data-photo]')];
        const to = tiles.findIndex((tile) => {
          const { left, right } = tile.getBoundingClientRect();
          return event.clientX >= left && event.clientX <= right;
        });
        if (to >= 0 && tiles[to]?.dataset.photo !== id) latest.current(id, to);
      };
      const end = (event: globalThis.PointerEvent) => event.pointerId === pointerId && done.abort();
      window.addEventListener('pointermove', follow, { signal: done.signal });
      window.addEventListener('pointerup', end, { signal: done.signal });
      window.addEventListener('pointercancel', end, { signal: done.signal });
    },
  });
}
