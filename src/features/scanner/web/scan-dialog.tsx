import { useId } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { CodeReader, Confirmed, ScanFormat } from '../rules.ts';
import { PhotoButton } from './photo-button.tsx';
import { type Camera, useCamera } from './use-camera.ts';
import { useDecoder } from './use-decoder.ts';
import { useNote } from './use-note.ts';
import { usePhoto } from './use-photo.ts';
import { useScanLoop } from './use-scan-loop.ts';
import shared from '#ui/shared.module.css';
import alertsStyles from '#ui/states/alerts.module.css';
import styles from './scan-dialog.module.css';
import fieldsStyles from '#ui/forms/fields.module.css';

type ScanTexts = {
  /** The name of the dialog. */
  title: string;
  /** 'Point the camera at …' */
  hint: string;
  /** The button of the other way: 'Type the …' */
  type: string;
  otherCode: string;
  noCodeInPhoto: string;
};

type ScanDialogProps = {
  format: ScanFormat;
  texts: ScanTexts;
  /** The value of a code; null: it is not what is wanted here. */
  read: CodeReader;
  onScanned: (value: string) => void;
  onType: () => void;
  onClose: () => void;
};

/** The scanner, full screen. Camera and decoder are on while it is open. */
export function ScanDialog({ format, texts, read, onScanned, onType, onClose }: ScanDialogProps) {
  const id = useId();
  const { decoder, hasFailed, retry } = useDecoder(format);
  const camera = useCamera(!hasFailed);
  const [note, setNote] = useNote();
  const finish = (confirmed: Confirmed) =>
    confirmed === 'other-code' ? setNote('otherCode') : onScanned(confirmed.value);
  const { photo, decodePhoto } = usePhoto({
    decoder,
    read,
    onDecoded: (found) => (found === null ? setNote('noCodeInPhoto') : finish(found)),
  });
  const video = useScanLoop({
    stream: camera.stream,
    decoder: photo === null ? decoder : null,
    read,
    onConfirmed: finish,
  });
  const missing = hasFailed ? 'decoder' : camera.isUnavailable ? 'camera' : null;
  return (
    <Modal open full labelledBy={id} onClose={onClose}>
      <div className={styles.scanner} data-dark>
        {missing === null && (
          <>
            <video ref={video} className={styles.still} playsInline muted aria-hidden="true" />
            <Finder isMoving={note === null && camera.stream !== null} />
          </>
        )}
        <h2 className={shared.visuallyHidden} id={id}>
          {texts.title}
        </h2>
        <ScanBar camera={camera} onClose={onClose} />
        {missing === 'camera' && (
          <EmptyState
            alert
            illustration="no-camera"
            title={t('scanner.camera.missing-title')}
            text={t('scanner.camera.missing-text')}
          />
        )}
        {missing === 'decoder' && (
          <EmptyState
            alert
            illustration="no-camera"
            title={t('scanner.decoder.missing-title')}
            text={t('scanner.decoder.missing-text')}
            action={
              <Button variant="quiet" icon="refresh" onClick={retry}>
                {t('ui.action.retry')}
              </Button>
            }
          />
        )}
        <ScanHint hint={missing === null ? texts.hint : null} note={note && texts[note]} />
        <div className={styles.bottom}>
          <PhotoButton
            busy={photo !== null}
            onPhoto={(file) => {
              setNote(null);
              decodePhoto(file);
            }}
          />
          <Button variant="quiet" wide size="tall" icon="keyboard" onClick={onType}>
            {texts.type}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** A help to aim: the whole picture is read. */
const Finder = ({ isMoving }: { isMoving: boolean }) => (
  <div className={styles.finder} aria-hidden="true">
    <svg viewBox="0 0 304 176" preserveAspectRatio="none">
      <path
        vectorEffect="non-scaling-stroke"
        d="M2 36V18A16 16 0 0 1 18 2h18M268 2h18a16 16 0 0 1 16 16v18M302 140v18a16 16 0 0 1-16 16h-18M36 174H18a16 16 0 0 1-16-16v-18"
      />
    </svg>
    {isMoving && <i />}
  </div>
);

const ScanHint = ({ hint, note }: { hint: string | null; note: string | null }) => (
  <div className={styles.hint}>
    {note === null && <p role="status">{hint}</p>}
    {note !== null && (
      <p className={alertsStyles.note} data-tone="warning" role="alert">
        <Icon name="alert" size="s" />
        {note}
      </p>
    )}
  </div>
);

/** The bar above the picture: 'Close', and the controls of this camera. */
function ScanBar({ camera, onClose }: { camera: Camera; onClose: () => void }) {
  const { choices, chosenId, choose, light, isUnavailable } = camera;
  return (
    <div className={styles.bar}>
      <Button variant="text" icon="close" onClick={onClose}>
        {t('scanner.bar.close')}
      </Button>
      {choices.length > 0 && !isUnavailable && (
        <select
          className={fieldsStyles.input}
          aria-label={t('scanner.bar.camera')}
          value={chosenId}
          onChange={(event) => choose(event.target.value)}
        >
          {choices.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
      {light !== null && (
        <label className={styles.lamp}>
          <Icon name="torch" size="s" />
          {t('scanner.bar.light')}
          <input
            className={fieldsStyles.switch}
            type="checkbox"
            role="switch"
            checked={light.isOn}
            aria-checked={light.isOn}
            onChange={(event) => light.turn(event.target.checked)}
          />
        </label>
      )}
    </div>
  );
}
