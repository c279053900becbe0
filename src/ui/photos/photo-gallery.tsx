import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Cover, type CoverBook, type CoverPhoto } from '../cover/cover.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { cx } from '../class-names.ts';
import { arrowStep, lineDirection, scrolledBy } from '../line-direction.ts';
import { lazyPart } from '../lazy-part.tsx';
import photoTileStyles from './photo-tile.module.css';
import styles from './photo-gallery.module.css';

const viewer = lazyPart(() => import('./photo-viewer.tsx'));

type PhotoGalleryProps = { photos: readonly CoverPhoto[]; book: CoverBook };

/** A book's photos. Swiping shows the next one, and a tap opens full screen, where pinching zooms. */
export function PhotoGallery({ photos, book }: PhotoGalleryProps) {
  const [at, setAt] = useState(0);
  const [enlarged, setEnlarged] = useState(false);
  return (
    <>
      <PhotoCarousel photos={photos} book={book} at={at} onShow={setAt} onEnlarge={() => setEnlarged(true)} />
      {enlarged && <viewer.Part photos={photos} at={at} onShow={setAt} onClose={() => setEnlarged(false)} />}
    </>
  );
}

type PhotoCarouselProps = {
  photos: readonly CoverPhoto[];
  /** The book whose drawn cover shows while a photo loads. */
  book?: CoverBook;
  at: number;
  onShow: (at: number) => void;
  onEnlarge?: () => void;
};

/** Arrow keys, and two buttons for users without touch. */
export function PhotoCarousel({ photos, book, at, onShow, onEnlarge }: PhotoCarouselProps) {
  const strip = useRef<HTMLDivElement>(null);
  const last = photos.length - 1;
  // The initial position only; then the user scrolls.
  const [first] = useState(at);
  useLayoutEffect(() => {
    const row = strip.current;
    if (row && first > 0)
      row.scrollTo({ left: lineDirection() * first * row.clientWidth, behavior: 'instant' });
  }, [first]);

  const show = (next: number) => {
    const row = strip.current;
    const to = lineDirection() * Math.max(0, Math.min(last, next));
    if (row) row.scrollTo({ left: to * row.clientWidth, behavior: 'smooth' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrowStep(event.key);
    if (by === 0) return;
    event.preventDefault();
    show(at + by);
  };

  return (
    <div className={styles.frame}>
      <div
        ref={strip}
        className={styles.gallery}
        tabIndex={0}
        role="group"
        aria-label={t('ui.photos.position', { position: at + 1, count: photos.length })}
        onKeyDown={onKeyDown}
        onClick={onEnlarge}
        {...(onEnlarge && viewer.ahead)}
        onScroll={(event) => {
          const row = event.currentTarget;
          onShow(Math.round(scrolledBy(row) / Math.max(1, row.clientWidth)));
        }}
      >
        {photos.map((photo, i) => (
          <div className={photoTileStyles.tile} key={photo.src}>
            {book && <Cover book={book} />}
            <img
              className={photoTileStyles.image}
              alt={t('ui.photos.photo-of', { position: i + 1, count: photos.length })}
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
      {onEnlarge && (
        <IconButton
          className={styles.enlarge}
          icon="search"
          iconSize="s"
          label={t('ui.photos.enlarge')}
          {...viewer.ahead}
          onClick={onEnlarge}
        />
      )}
      {last > 0 && (
        <>
          <CarouselButton
            to="prev"
            label={t('ui.photos.previous')}
            ended={at === 0}
            onClick={() => show(at - 1)}
          />
          <CarouselButton
            to="next"
            label={t('ui.photos.next')}
            ended={at === last}
            onClick={() => show(at + 1)}
          />
          <div className={styles.dots} aria-hidden="true">
            {photos.map((photo, i) => (
              <i key={photo.src} className={i === at ? styles.current : undefined} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

type CarouselButtonProps = { to: 'prev' | 'next'; label: string; ended: boolean; onClick: () => void };

/** Stays in place at the end: removing it would lose the focus. */
const CarouselButton = ({ to, label, ended, onClick }: CarouselButtonProps) => (
  <IconButton
    className={cx(styles.turn, to === 'prev' ? styles.previous : styles.next)}
    icon="back"
    label={label}
    aria-disabled={ended}
    onClick={ended ? undefined : onClick}
  />
);
