import { useRef } from 'react';
import type { ItemPhotos } from '#features/photos/web/lazy.ts';
import { cardPhoto } from '#features/photos/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Spinner } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { rowFieldId } from './row-fields.ts';
import type { ShelfRow } from './shelf-rows.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import styles from './shelf.module.css';

type RowPhotoProps = { row: ShelfRow; book: string; photos: ItemPhotos; isLocked: boolean };

/** The cover, which is the button of the photo. */
export function RowPhoto({ row, book, photos, isLocked }: RowPhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = photos.uploadOf(row.id);
  const isComing = upload?.state === 'uploading';
  const hasPhoto = row.images.length > 0 || isComing;
  const stored = cardPhoto(row, true);
  const photo = isComing ? { src: upload.preview } : stored;
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) photos.add(row.id, file);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      <button
        type="button"
        className={styles.shot}
        id={rowFieldId(row.id, 'images')}
        disabled={isLocked}
        aria-busy={isComing || undefined}
        onClick={() => input.current?.click()}
      >
        <span className={shared.visuallyHidden}>
          {hasPhoto ? t('books.shelf.photo-change', { book }) : t('books.shelf.photo-add', { book })}
        </span>
        <Cover book={row} size="m" photo={photo} />
        <span className={styles.camera}>
          {isComing ? <Spinner /> : <Icon name={hasPhoto ? 'check' : 'camera'} />}
        </span>
      </button>
    </>
  );
}

/** Why a photo has not come, and what can be done. */
export function RowPhotoNote({ row, book, photos }: Omit<RowPhotoProps, 'isLocked'>) {
  const upload = photos.uploadOf(row.id);
  const isOut = upload?.state === 'failed' || upload?.state === 'refused';
  return (
    <p className={cx(styles.problem, fieldStyles.help)} role="status" hidden={!isOut}>
      {isOut && (
        <>
          {upload.note}{' '}
          {upload.state === 'failed' && (
            <button
              type="button"
              className={fieldStyles.action}
              aria-label={t('ui.action.of', { action: t('ui.action.retry'), of: book })}
              onClick={() => photos.retry(row.id)}
            >
              {t('ui.action.retry')}
            </button>
          )}{' '}
          <button
            type="button"
            className={fieldStyles.action}
            aria-label={t('ui.action.of', { action: t('books.shelf.no-photo'), of: book })}
            onClick={() => photos.remove(row.id)}
          >
            {t('books.shelf.no-photo')}
          </button>
        </>
      )}
    </p>
  );
}
