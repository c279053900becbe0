import { useEffect, useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';

type CameraChoice = { id: string; label: string };

export type Camera = {
  /** Null while it opens, and while it is off. */
  stream: MediaStream | null;
  /** Refused, absent, or taken by another app. */
  isUnavailable: boolean;
  /** The cameras of this device, if it has several. */
  choices: readonly CameraChoice[];
  chosenId: string;
  choose: (id: string) => void;
  /** Null where the camera has no light. */
  light: { isOn: boolean; turn: (isOn: boolean) => void } | null;
};

/** The camera that was chosen last, for the next scan. */
let lastChoice: string | undefined;

/**
 * The camera at the back, or the chosen one. It is off while the page is hidden or `isWanted` is false, and
 * as soon as the component is gone, also when it opens later than that.
 */
export function useCamera(isWanted: boolean): Camera {
  const isVisible = useVisiblePage();
  const [wantedId, setWantedId] = useState(lastChoice);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isUnavailable, setUnavailable] = useState(false);
  const [choices, setChoices] = useState<readonly CameraChoice[]>([]);
  const isOpen = isVisible && isWanted;
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    const open = async () => {
      const opened = await openCamera(wantedId);
      if (over.signal.aborted) return stop(opened);
      over.signal.addEventListener('abort', () => stop(opened));
      for (const track of opened.getTracks())
        track.addEventListener('ended', () => setUnavailable(true), { signal: over.signal });
      setUnavailable(false);
      setStream(opened);
      const found = await listCameras();
      if (!over.signal.aborted) setChoices(found);
    };
    open().catch(() => {
      if (!over.signal.aborted) setUnavailable(true);
    });
    return () => {
      over.abort();
      setStream(null);
    };
  }, [isOpen, wantedId]);
  return {
    stream: isUnavailable ? null : stream,
    isUnavailable,
    choices: choices.length > 1 ? choices : [],
    chosenId: stream?.getVideoTracks()[0]?.getSettings().deviceId ?? wantedId ?? '',
    choose: (id) => {
      lastChoice = id;
      setWantedId(id);
    },
    light: useLight(stream),
  };
}

/** Throws if there is none, or it is refused. Pages without a secure connection have none. */
const openCamera = (id: string | undefined): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      ...(id === undefined ? { facingMode: 'environment' } : { deviceId: id }),
      width: { ideal: 1_280 },
      height: { ideal: 720 },
    },
  });

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Browsers tell their names once a camera may be used. */
const listCameras = async (): Promise<CameraChoice[]> =>
  (await navigator.mediaDevices.enumerateDevices())
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId: id, label }, index) => ({
      id,
      label: label || t('scanner.bar.camera-number', { number: index + 1 }),
    }));

/** The part of the API that the DOM library's types lack. */
type Torch = { torch?: boolean };

function useLight(stream: MediaStream | null): Camera['light'] {
  const [lit, setLit] = useState<MediaStream | null>(null);
  const track = stream?.getVideoTracks()[0];
  if (track === undefined || (track.getCapabilities?.() as Torch | undefined)?.torch !== true) return null;
  return {
    isOn: lit === stream,
    turn: (isOn) => {
      const torch: MediaTrackConstraintSet & Torch = { torch: isOn };
      track.applyConstraints({ advanced: [torch] }).then(
        () => setLit(isOn ? stream : null),
        () => setLit(null),
      );
    },
  };
}

function useVisiblePage(): boolean {
  const [isVisible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const note = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  return isVisible;
}
