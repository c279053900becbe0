import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import shared from '../shared.module.css';
import fieldStyles from './field.module.css';
import photoTileStyles from '../photos/photo-tile.module.css';
import styles from './upload-item.module.css';

type UploadItemProps = {
  name: string;
  src?: string;
  state: 'uploading' | 'done' | 'refused';
  progress?: number;
  /** '64% of 3.4 MB', 'Uploaded, 2.1 MB', 'Not an image' */
  note: ReactNode;
  onRemove: () => void;
};

export function UploadItem({ name, src, state, progress = 0, note, onRemove }: UploadItemProps) {
  const refused = state === 'refused';
  return (
    <li className={cx(styles.item, refused && fieldStyles.invalid)}>
      <span className={cx(photoTileStyles.tile, refused && styles.refused)}>
        {refused ? <Icon name="alert" /> : src && <img className={photoTileStyles.image} src={src} alt="" />}
      </span>
      <div className={shared.grow}>
        <b dir="auto" className={cx(shared.small, shared.truncate, shared.block)}>
          {name}
        </b>
        {state === 'uploading' && (
          <progress max={100} value={progress} aria-label={t('ui.upload.progress', { name })} />
        )}
        <p className={refused ? cx(shared.tiny, styles.reason) : cx(shared.tiny, shared.soft)}>
          {state === 'done' ? (
            <span className={cx(shared.row, styles.done)}>
              <Icon name="check" size="xs" />
              {note}
            </span>
          ) : (
            note
          )}
        </p>
      </div>
      <IconButton icon="trash" iconSize="s" soft label={t('ui.upload.remove', { name })} onClick={onRemove} />
    </li>
  );
}

export function UploadList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}
