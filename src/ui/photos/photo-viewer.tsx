import { t } from '#platform/shared/texts/t.ts';
import type { CoverPhoto } from '../cover/cover.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { Modal } from '../overlays/modal.tsx';
import { PhotoCarousel } from './photo-gallery.tsx';
import styles from './photo-gallery.module.css';

type PhotoViewerProps = {
  photos: readonly CoverPhoto[];
  at: number;
  onShow: (at: number) => void;
  onClose: () => void;
};

/** A book's photos in full screen, where pinching zooms. */
export default function PhotoViewer({ photos, at, onShow, onClose }: PhotoViewerProps) {
  return (
    <Modal label={t('ui.photos.title')} open onClose={onClose}>
      <div className={styles.viewer}>
        <PhotoCarousel photos={photos.map(wide)} at={at} onShow={onShow} />
        <IconButton className={styles.close} icon="close" label={t('ui.action.close')} onClick={onClose} />
      </div>
    </Modal>
  );
}

/** The width of the screen, and twice that for zooming. */
const wide = (photo: CoverPhoto): CoverPhoto => ({ ...photo, sizes: '200vw', loading: 'lazy' });
