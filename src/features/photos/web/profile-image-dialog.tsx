import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { UploadItem, UploadList } from '#ui/forms/upload-item.tsx';
import { PhotoChooser } from './photo-chooser.tsx';
import type { PhotoUploads } from './photo-uploads.ts';
import shared from '#ui/shared.module.css';

type ProfileImageDialogProps = {
  uploads: PhotoUploads;
  removable: boolean;
  busy: boolean;
  onChange: (url: string | null) => void;
  onClose: () => void;
};

export function ProfileImageDialog({ uploads, removable, busy, onChange, onClose }: ProfileImageDialogProps) {
  const choose = useRef<HTMLButtonElement>(null);
  const state = useSyncExternalStore(uploads.subscribe, uploads.read, uploads.read);
  const upload = state.uploads.at(-1);
  const url = upload?.state === 'done' ? upload.url : undefined;
  const hand = useEffectEvent(onChange);
  useEffect(() => {
    if (url !== undefined) hand(url);
  }, [url]);
  const clear = () => {
    for (const { id } of state.uploads) uploads.remove(id);
  };
  const isSending = upload?.state === 'uploading' || busy;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      closable
      title={t('photos.profile.title')}
      text={removable ? t('photos.profile.visible') : t('photos.profile.note')}
      initialFocus={choose}
    >
      {upload && (
        <UploadList>
          <UploadItem
            name={upload.name}
            src={upload.preview}
            state={upload.state === 'failed' ? 'refused' : upload.state}
            progress={upload.progress}
            note={upload.note}
            onRemove={() => {
              clear();
              choose.current?.focus();
            }}
          />
        </UploadList>
      )}
      {upload?.state === 'failed' && (
        <Button wide icon="refresh" onClick={() => uploads.retry(upload.id)}>
          {t('ui.action.retry')}
        </Button>
      )}
      <PhotoChooser
        ref={choose}
        busy={isSending}
        onChoose={(files) => {
          clear();
          uploads.add(files, 1);
        }}
      />
      {removable && (
        <Button variant="danger-quiet" wide icon="trash" disabled={isSending} onClick={() => onChange(null)}>
          {t('photos.profile.remove')}
        </Button>
      )}
      <p className={shared.visuallyHidden} role="alert">
        {(upload?.state === 'failed' || upload?.state === 'refused') && upload.note}
      </p>
    </Dialog>
  );
}
