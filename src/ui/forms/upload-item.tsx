import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { IconButton } from '../actions/icon-button.tsx';

type UploadItemProps = {
  name: string;
  src?: string;
  state: 'uploading' | 'done' | 'refused';
  progress?: number;
  /** '64% of 3.4 MB', 'Uploaded, 2.1 MB', 'Not an image' */
  note: ReactNode;
  onRemove: () => void;
};

/** One file in the dialog that adds photos. */
export function UploadItem({ name, src, state, progress = 0, note, onRemove }: UploadItemProps) {
  const refused = state === 'refused';
  return (
    <li className={cx('file', refused && 'bad')}>
      <span className={cx('photo', refused && 'none')}>
        {refused ? <Icon name="alert" /> : src && <img className="photo-image" src={src} alt="" />}
      </span>
      <div className="grow">
        <b className="small cut block">{name}</b>
        {state === 'uploading' && <progress max={100} value={progress} aria-label={`Uploading ${name}`} />}
        <p className={refused ? 'tiny why' : 'tiny soft'}>
          {state === 'done' ? (
            <span className="row done">
              <Icon name="check" size="xs" />
              {note}
            </span>
          ) : (
            note
          )}
        </p>
      </div>
      <IconButton icon="trash" iconSize="s" soft label={`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}

export function UploadList({ children }: { children: ReactNode }) {
  return <ul className="files">{children}</ul>;
}
