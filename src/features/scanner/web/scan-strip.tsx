import { useState, type ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import shared from '#ui/shared.module.css';
import type { CodeReader, Confirmed, ScanFormat } from '../rules.ts';
import { PhotoButton } from './photo-button.tsx';
import { useCamera } from './use-camera.ts';
import { useDecoder } from './use-decoder.ts';
import { useNote } from './use-note.ts';
import { usePhoto } from './use-photo.ts';
import { useScanLoop } from './use-scan-loop.ts';
import styles from './scan-strip.module.css';

type ScanStripProps = {
  format: ScanFormat;
  texts: { title: string; otherCode: string; noCodeInPhoto: string };
  /** The value of a code; null: it is not what is wanted here. */
  read: CodeReader;
  /** Called once for each code, until it has left the picture for a while. */
  onScanned: (value: string) => void;
  /** Where to point the camera. */
  hint: string;
  /** What the last code has done; null: nothing yet. */
  status: string | null;
  /** Beside the status. */
  action?: ReactNode;
  /** As long as nothing else is on the page. */
  tall: boolean;
};

/** A scanner that stays open at the top of a page. Camera and decoder are on while it is seen and not paused. */
export function ScanStrip({ format, texts, read, onScanned, hint, status, action, tall }: ScanStripProps) {
  const [isPaused, setPaused] = useState(false);
  const { decoder, hasFailed, retry } = useDecoder(format);
  const camera = useCamera(!hasFailed && !isPaused);
  const [note, setNote] = useNote();
  const tell = (confirmed: Confirmed) => {
    setNote(confirmed === 'other-code' ? 'otherCode' : null);
    if (confirmed === 'other-code') return;
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
    onScanned(confirmed.value);
  };
  const { photo, decodePhoto } = usePhoto({
    decoder,
    read,
    onDecoded: (found) => (found === null ? setNote('noCodeInPhoto') : tell(found)),
  });
  const video = useScanLoop({
    stream: camera.stream,
    decoder: photo === null ? decoder : null,
    read,
    onConfirmed: tell,
    continues: true,
  });
  const missing = hasFailed ? 'decoder' : camera.isUnavailable ? 'camera' : null;
  const isOff = missing !== null || isPaused;
  const place =
    missing === 'camera'
      ? t('scanner.camera.missing-title')
      : missing === 'decoder'
        ? t('scanner.decoder.missing-title')
        : isPaused
          ? t('scanner.strip.paused')
          : hint;
  const words = note !== null ? texts[note] : (status ?? place);
  return (
    <section
      className={cx(styles.strip, tall && styles.tall, isOff && styles.off)}
      aria-label={texts.title}
      data-dark
      data-off={isOff || undefined}
    >
      {!isOff && (
        <>
          <video ref={video} className={styles.still} playsInline muted aria-hidden="true" />
          <Finder isMoving={camera.stream !== null} />
        </>
      )}
      <div className={styles.below}>
        {missing !== null && words === place && <Icon name="alert" size="s" />}
        <p className={cx(shared.grow, shared.twoLines, styles.status)} role="status">
          {words}
        </p>
        {note === null && action}
        {missing === null && camera.light !== null && (
          <IconButton
            icon="torch"
            label={t('scanner.bar.light')}
            pressed={camera.light.isOn}
            onClick={() => camera.light?.turn(!camera.light.isOn)}
          />
        )}
        {missing === null && (
          <IconButton
            icon={isPaused ? 'barcode' : 'pause'}
            label={isPaused ? t('scanner.strip.resume') : t('scanner.strip.pause')}
            onClick={() => setPaused(!isPaused)}
          />
        )}
        {missing === 'camera' && (
          <PhotoButton
            slim
            busy={photo !== null}
            onPhoto={(file) => {
              setNote(null);
              decodePhoto(file);
            }}
          />
        )}
        {missing === 'decoder' && <IconButton icon="refresh" label={t('ui.action.retry')} onClick={retry} />}
      </div>
    </section>
  );
}

/** A help to aim: the whole picture is read. */
const Finder = ({ isMoving }: { isMoving: boolean }) => (
  <div className={styles.finder} aria-hidden="true">
    <svg viewBox="0 0 220 92" preserveAspectRatio="none">
      <path
        vectorEffect="non-scaling-stroke"
        d="M2 26V14A12 12 0 0 1 14 2h14M192 2h14a12 12 0 0 1 12 12v12M218 66v12a12 12 0 0 1-12 12h-14M28 90H14A12 12 0 0 1 2 78V66"
      />
    </svg>
    {isMoving && <i />}
  </div>
);
