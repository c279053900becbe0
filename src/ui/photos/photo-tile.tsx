import type { ComponentProps, KeyboardEvent } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { arrowStep } from '../line-direction.ts';
import { Icon } from '../icons/icon.tsx';
import badgeStyles from '../display/badge.module.css';
import styles from './photo-tile.module.css';

export type SortablePhoto = {
  id: string;
  /** The URL of the file itself while it uploads, then of the stored photo. */
  src?: string;
  state: 'uploading' | 'done' | 'failed';
  /** 0 to 100, while uploading. */
  progress?: number;
};

type PhotoTileProps = {
  photo: SortablePhoto;
  at: number;
  movable: boolean;
  onRemove: () => void;
  onRetry: () => void;
  onStep: (by: number) => void;
  grip: ComponentProps<'button'>;
};

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

export function PhotoTile({ photo, at, movable, onRemove, onRetry, onStep, grip }: PhotoTileProps) {
  const { id, src, state, progress = 0 } = photo;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key] ?? arrowStep(event.key);
    if (by === 0) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <div className={cx(styles.tile, state === 'failed' && styles.failed)} data-photo={id}>
      {src && (
        <img
          className={styles.image}
          src={src}
          alt={t('ui.photos.photo', { position: at + 1 })}
          decoding="async"
          draggable={false}
        />
      )}
      {state === 'uploading' && (
        <div className={styles.overlay}>
          <span>{t('ui.photos.percent', { percent: Math.round(progress) })}</span>
          <progress max={100} value={progress} aria-label={t('ui.photos.uploading', { position: at + 1 })} />
        </div>
      )}
      {state === 'failed' && (
        <button type="button" className={styles.overlay} onClick={onRetry}>
          <Icon name="refresh" size="s" />
          <span>{t('ui.photos.failed')}</span>
        </button>
      )}
      {state === 'done' && at === 0 && (
        <span className={cx(badgeStyles.badge, styles.pill)}>{t('ui.photos.cover')}</span>
      )}
      {state !== 'uploading' && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t('ui.photos.remove', { position: at + 1 })}
          onClick={onRemove}
        >
          <span>
            <Icon name="close" />
          </span>
        </button>
      )}
      {state === 'done' && movable && (
        <button
          type="button"
          {...grip}
          className={styles.grip}
          aria-label={t('ui.photos.move', { position: at + 1 })}
          aria-roledescription={t('ui.photos.sortable')}
          onKeyDown={onKeyDown}
        >
          <Icon name="grip" />
        </button>
      )}
    </div>
  );
}
