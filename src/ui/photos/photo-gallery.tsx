import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Cover } from '../cover/cover.tsx';
import type { CoverBook, CoverPhoto } from '../cover/cover.tsx';
import { IconButton } from '../icon-button.tsx';

export type PhotoGalleryProps = { photos: readonly CoverPhoto[]; book: CoverBook };

/** A book's photos, swiped one by one. Arrow keys, and two buttons for whoever has no finger to swipe with. */
export function PhotoGallery({ photos, book }: PhotoGalleryProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const last = photos.length - 1;

  const show = (next: number) => {
    const row = strip.current;
    if (row) row.scrollTo({ left: Math.max(0, Math.min(last, next)) * row.clientWidth, behavior: 'smooth' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    show(at + by);
  };

  return (
    <div className="gallery-frame">
      <div
        ref={strip}
        className="gallery"
        tabIndex={0}
        role="group"
        aria-label={`Photos, ${at + 1} of ${photos.length}`}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          const row = event.currentTarget;
          setAt(Math.round(row.scrollLeft / Math.max(1, row.clientWidth)));
        }}
      >
        {photos.map((photo, i) => (
          <div className="photo" key={photo.src}>
            <Cover book={book} />
            <img
              className="photo-image"
              alt={`Photo ${i + 1} of ${photos.length}`}
              loading={i === 0 ? 'eager' : 'lazy'}
              decoding="async"
              {...photo}
              onError={(event) => {
                event.currentTarget.hidden = true;
              }}
            />
          </div>
        ))}
      </div>
      {last > 0 && (
        <>
          <IconButton
            className="gallery-turn prev"
            icon="back"
            label="Previous photo"
            disabled={at === 0}
            onClick={() => show(at - 1)}
          />
          <IconButton
            className="gallery-turn next"
            icon="back"
            label="Next photo"
            disabled={at === last}
            onClick={() => show(at + 1)}
          />
          <div className="dots" aria-hidden="true">
            {photos.map((photo, i) => (
              <i key={photo.src} className={i === at ? 'on' : undefined} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
