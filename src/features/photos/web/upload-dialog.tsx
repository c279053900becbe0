import { useEffect, useEffectEvent, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { UploadItem, UploadList } from '#ui/forms/upload-item.tsx';
import { photoLimits } from '../rules.ts';
import { PhotoChooser } from './photo-chooser.tsx';
import type { PhotoUpload, PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

// The dialog and the upload code share one chunk, loaded on first use.
export { PhotoUploads } from './photo-uploads.ts';

type UploadDialogProps = PhotoUploadsState & {
  sender: PhotoUploads;
  /** The photos that the listing has or is getting. */
  count: number;
  onClose: () => void;
  onTakeBack: (url: string) => void;
};

export function UploadDialog({ sender, uploads, connection, count, onClose, onTakeBack }: UploadDialogProps) {
  const choose = useRef<HTMLButtonElement>(null);
  const room = Math.max(0, photoLimits.files - count);
  const complete = uploads.length > 0 && uploads.every(({ state }) => state === 'done');
  // Stays open after a refusal, so that the user can read the reason.
  const closes = uploads.every(({ state }) => state === 'uploading' || state === 'done');

  const finish = useEffectEvent(onClose);
  useEffect(() => {
    if (complete) finish();
  }, [complete]);

  return (
    <Dialog
      open
      onClose={onClose}
      closable
      title={t('photos.dialog.title')}
      text={t('photos.form.note')}
      initialFocus={choose}
    >
      <div role="status">
        {connection && (
          <InlineAlert
            small
            tone={connection.online ? 'positive' : 'warning'}
            icon={connection.online ? 'check' : 'offline'}
          >
            {connection.text}
          </InlineAlert>
        )}
      </div>
      {uploads.length > 0 && (
        <UploadList>
          {uploads.map((upload) => (
            <UploadItem
              key={upload.id}
              name={upload.name}
              src={upload.preview}
              state={upload.state === 'failed' ? 'refused' : upload.state}
              progress={upload.progress}
              note={<UploadNote upload={upload} onRetry={() => sender.retry(upload.id)} />}
              onRemove={() => {
                if (upload.url) onTakeBack(upload.url);
                sender.remove(upload.id);
                choose.current?.focus();
              }}
            />
          ))}
        </UploadList>
      )}
      <PhotoChooser
        ref={choose}
        multiple
        aria-disabled={room === 0 || undefined}
        onChoose={(files) => files.length > 0 && sender.add(files, room)}
      />
      <p className={cx(shared.tiny, shared.soft, shared.center)} role="status">
        {t('photos.dialog.count', { count, max: photoLimits.files })} {room === 0 && t('photos.dialog.full')}
        {room > 0 && closes && t('photos.dialog.closes')}
      </p>
      {uploads.length > 0 && (
        <Button wide onClick={onClose}>
          {t('photos.dialog.done')}
        </Button>
      )}
      <p className={shared.visuallyHidden} role="alert">
        {uploads.findLast(({ state }) => state === 'failed' || state === 'refused')?.note}
      </p>
    </Dialog>
  );
}

function UploadNote({ upload, onRetry }: { upload: PhotoUpload; onRetry: () => void }) {
  if (upload.state !== 'failed') return upload.note;
  return (
    <>
      {upload.note}{' '}
      <Button
        variant="text"
        size="slim"
        aria-label={t('photos.dialog.retry-of', { file: upload.name })}
        onClick={onRetry}
      >
        {t('ui.action.retry')}
      </Button>
    </>
  );
}
