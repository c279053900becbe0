import { memo } from 'react';
import { CoverDrawing } from './cover-drawing.tsx';
import { deriveCover, splitTitle, formatAuthors, fitTitleSize, type CoverBook } from './cover-rules.ts';
import { withSoftHyphens } from './soft-hyphens.ts';
import styles from './cover.module.css';

export type { CoverBook } from './cover-rules.ts';

export type CoverPhoto = {
  src: string;
  srcSet?: string;
  sizes?: string;
  loading?: 'lazy' | 'eager';
  fetchPriority?: 'high' | 'low' | 'auto';
};

type CoverProps = {
  book: CoverBook;
  /** 72 px wide by default; s 40, m 48, l 216, full as wide as its container. */
  size?: 's' | 'm' | 'l' | 'full';
  photo?: CoverPhoto | null;
};

const hide = (image: HTMLImageElement) => {
  image.hidden = true;
};

/** Lies over the drawn cover. If it fails to load it is removed, and the drawn cover shows. */
function Photo(photo: CoverPhoto) {
  return (
    <img
      // one that failed before hydration
      ref={(image) => {
        if (image && image.loading !== 'lazy' && image.complete && !image.naturalWidth) hide(image);
      }}
      className={styles.photo}
      alt=""
      decoding="async"
      {...photo}
      onError={(event) => hide(event.currentTarget)}
    />
  );
}

/** A photo, or a cover drawn from ISBN, title and author, the same on both sides. Decorative: text is beside it. */
export const Cover = memo(function Cover({ book, size, photo }: CoverProps) {
  const derived = deriveCover(book);
  const { title, subtitle, edition } = splitTitle(book.title);
  const { short, long } = formatAuthors(book.author);
  return (
    <span
      className={styles.cover}
      data-pattern={derived.pattern}
      data-color={derived.color}
      data-title={fitTitleSize(title, derived.pattern)}
      data-size={size}
      aria-hidden="true"
    >
      <CoverDrawing {...derived} />
      <span dir="auto" className={styles.text}>
        <b>{withSoftHyphens(title)}</b>
        {subtitle && <i className={styles.subtitle}>{subtitle}</i>}
        {edition && <i className={styles.edition}>{edition}</i>}
        <span className={styles.author}>
          <span className={styles.short}>{short}</span>
          <span className={styles.long}>{long}</span>
        </span>
      </span>
      {photo && <Photo key={photo.src} {...photo} />}
    </span>
  );
});
