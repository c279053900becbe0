import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { UploadItem, UploadList } from '#ui/forms/upload-item.tsx';
import { photoLimits, photoTexts } from '../rules.ts';
import type { PhotoUpload, PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import { uploadNotes } from './upload-labels.ts';

// The dialog and what sends the files travel together, when they are first asked for.
export { PhotoUploads } from './photo-uploads.ts';

export type UploadDialogProps = PhotoUploadsState & {
  sender: PhotoUploads;
  /** Photos that the listing has or is getting. */
  count: number;
  onClose: () => void;
  /** A photo is stored, but is not wanted after all. */
  onTakeBack: (url: string) => void;
};

/** Chooses and sends photos; closes when all that were chosen are there. */
export function UploadDialog({ sender, uploads, connection, count, onClose, onTakeBack }: UploadDialogProps) {
  const choose = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const room = Math.max(0, photoLimits.files - count);
  const complete = uploads.length > 0 && uploads.every(({ state }) => state === 'done');
  // With one refused it stays, so that the reason can be read.
  const closes = uploads.every(({ state }) => state === 'uploading' || state === 'done');

  const finish = useEffectEvent(onClose);
  useEffect(() => {
    if (complete) finish();
  }, [complete]);

  return (
    <Dialog open onClose={onClose} closable title="Add Photo" text={photoTexts.note} initialFocus={choose}>
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
      <input
        ref={input}
        className="vh"
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-label="Photos"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // so that the same file can be chosen again
          event.target.value = '';
          if (files.length > 0) sender.add(files, room);
        }}
      />
      <Button
        ref={choose}
        variant="quiet"
        wide
        icon="camera"
        aria-disabled={room === 0 || undefined}
        onClick={() => room > 0 && input.current?.click()}
      >
        Choose photos
      </Button>
      <p className="tiny soft center" role="status">
        {uploadNotes.held(count, photoLimits.files)} {room === 0 && photoTexts.noMore}
        {room > 0 && closes && uploadNotes.closes}
      </p>
      {uploads.length > 0 && (
        <Button wide onClick={onClose}>
          Done
        </Button>
      )}
      <p className="vh" role="alert">
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
      <Button variant="text" size="slim" aria-label={`Retry ${upload.name}`} onClick={onRetry}>
        Retry
      </Button>
    </>
  );
}
