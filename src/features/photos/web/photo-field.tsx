import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { SortablePhotos } from '#ui/photos/sortable-photos.tsx';
import { photoLimits } from '../rules.ts';
import { insertPhoto, movePhoto } from './photo-order.ts';
import type { PhotoUpload, PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import { photoThumbnail } from './photo-url.ts';
import { useUploadModules } from './use-upload-modules.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';

export type PhotoFieldProps = {
  /** The urls of complete photos, in order; the first is the cover. */
  value: readonly string[];
  onChange: (urls: string[]) => void;
  /** Called with the number of unfinished uploads, so that the form can wait for them. */
  onUnderWay?: (count: number) => void;
  /** When the field leaves the screen, its uploads go on, and report to `onChange` and `onUnderWay`. */
  goesOn?: () => boolean;
  problem?: string | null;
  /** Photos that were chosen elsewhere: they are added at once. The list changes only for other photos. */
  incoming?: readonly IncomingPhoto[];
  /** Called for each of them once it is stored or refused. */
  onArrived?: (at: number) => void;
};

type IncomingPhoto = { at: number; file: File };

/** Adds, shows, orders and removes photos. Those in `value` are stored and survive a reload. */
export function PhotoField({
  value,
  onChange,
  onUnderWay,
  goesOn,
  problem,
  incoming,
  onArrived,
}: PhotoFieldProps) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const change = useOrderedPhotos(value, onChange);
  const { modules, load } = useUploadModules(
    importDialog,
    (url, turn) => {
      const count = change.insert(url, turn);
      setSaid(t('photos.form.added', { count, max: photoLimits.files }));
    },
    (left) => (goesOn?.() ? left.finish(() => onUnderWay?.(0)) : left.close()),
  );
  const sender = modules?.uploads;
  const { subscribe, read } = sender ?? idle;
  const { uploads, connection } = useSyncExternalStore(subscribe, read, read);
  const coming = uploads.filter(({ state }) => state === 'uploading' || state === 'failed');
  const count = value.length + coming.length;
  const sendingCount = coming.filter(({ state }) => state === 'uploading').length;
  const reportUnderWay = useEffectEvent(() => onUnderWay?.(sendingCount));
  useEffect(() => reportUnderWay(), [sendingCount]);
  useIncomingPhotos({
    incoming,
    sender,
    uploads,
    onArrived,
    load: () => void load(),
    begin: (files) => {
      setOpen(true);
      return sender?.add(files, Math.max(0, photoLimits.files - count)) ?? [];
    },
  });

  return (
    <section className={cx(shared.stack, shared.tight)} aria-label={t('photos.form.title')}>
      <div className={cx(shared.row, shared.between)}>
        <h2 className={shared.legend}>{t('photos.form.title')}</h2>
        <span className={cx(shared.small, shared.soft)}>
          {t('photos.form.count', { count, max: photoLimits.files })}
        </span>
      </div>
      {problem && (
        <p className={fieldStyles.error}>
          <Icon name="alert" />
          {problem}
        </p>
      )}
      <SortablePhotos
        max={photoLimits.files}
        photos={[...value.map(storedTile), ...coming.map(comingTile)]}
        onAdd={async () => {
          // Hides photos that finished while the dialog was closed.
          sender?.tidy();
          setOpen(await load());
        }}
        onRemove={(id) => (value.includes(id) ? change.remove(id) : sender?.remove(id))}
        onRetry={(id) => sender?.retry(id)}
        onMove={(id, to) => change.move(id, to)}
      />
      <p className={fieldStyles.help}>{t('photos.form.note')}</p>
      <p className={shared.visuallyHidden} role="status">
        {said}
      </p>
      {open && modules && (
        <modules.Dialog
          sender={modules.uploads}
          uploads={uploads}
          connection={connection}
          count={count}
          onTakeBack={change.remove}
          onClose={() => {
            setOpen(false);
            modules.uploads.tidy();
          }}
        />
      )}
    </section>
  );
}

type Incoming = Pick<PhotoFieldProps, 'incoming' | 'onArrived'> & {
  sender: PhotoUploads | undefined;
  uploads: readonly PhotoUpload[];
  load: () => void;
  /** Returns the ids of the uploads. */
  begin: (files: File[]) => string[];
};

/** Adds photos from elsewhere, and tells of each that has come to its end. */
function useIncomingPhotos({ incoming, sender, uploads, onArrived, load, begin }: Incoming): void {
  const places = useRef(new Map<string, number>());
  const started = useRef<Incoming['incoming']>(undefined);
  const start = useEffectEvent((photos: readonly IncomingPhoto[]) => {
    if (sender === undefined) return load();
    if (started.current === photos) return;
    started.current = photos;
    const ids = begin(photos.map(({ file }) => file));
    for (const [index, id] of ids.entries()) places.current.set(id, photos[index]!.at);
  });
  useEffect(() => {
    if (incoming !== undefined && incoming.length > 0) start(incoming);
  }, [incoming, sender]);
  const look = useEffectEvent(() => {
    for (const { id, state } of uploads) {
      const at = places.current.get(id);
      if (at === undefined || (state !== 'done' && state !== 'refused')) continue;
      places.current.delete(id);
      onArrived?.(at);
    }
  });
  useEffect(() => look(), [uploads]);
}

const importDialog = async () => (await import('./upload-dialog.tsx')).UploadDialog;

/** The uploads before their code is loaded, with the first photo that is added. */
const none: PhotoUploadsState = { uploads: [], connection: null };
const idle = { subscribe: () => () => {}, read: () => none };

const storedTile = (url: string) => ({ id: url, src: photoThumbnail(url), state: 'done' as const });

const comingTile = ({ id, preview, state, progress }: PhotoUpload) => ({
  id,
  src: preview,
  state: state === 'failed' ? ('failed' as const) : ('uploading' as const),
  progress,
});

/** Each change builds on the previous one: two uploads may finish before the form renders again. */
function useOrderedPhotos(value: readonly string[], onChange: (urls: string[]) => void) {
  const form = useRef({ value, onChange });
  useLayoutEffect(() => {
    form.current = { value, onChange };
  });
  const turns = useRef(new Map<string, number>());
  const set = (urls: string[]): number => {
    form.current.value = urls;
    form.current.onChange(urls);
    return urls.length;
  };
  return {
    insert(url: string, turn: number): number {
      turns.current.set(url, turn);
      return set(insertPhoto(form.current.value, url, (other) => turns.current.get(other)));
    },
    remove: (url: string) => void set(form.current.value.filter((other) => other !== url)),
    move: (url: string, to: number) => void set(movePhoto(form.current.value, url, to)),
  };
}
