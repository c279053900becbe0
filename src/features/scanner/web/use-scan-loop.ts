import { useEffect, useEffectEvent, useRef } from 'react';
import {
  createContinuousConfirmation,
  createReadConfirmation,
  type CodeReader,
  type Confirmed,
} from '../rules.ts';
import type { Decoder } from './decoder/decoder.ts';
import { createPictureDrawer } from './draw-picture.ts';

/** The pause between two frames: the device has other work, too. */
const PAUSE_MS = 60;
/** A barcode that fills a third of the width has four pixels a bar. */
const FRAME_PX = 960;
/** Most people hold a code straight. */
const FRAME_DEGREES = [0, 0, 45];

type ScanLoop = {
  /** Null: nothing is scanned. */
  stream: MediaStream | null;
  decoder: Decoder | null;
  read: CodeReader;
  onConfirmed: (confirmed: Confirmed) => void;
  /** Goes on after a code, and tells each once while it is shown. */
  continues?: boolean;
};

/** Decodes the frames of the stream. Returns the ref of the element that shows it. */
export function useScanLoop({ stream, decoder, read, onConfirmed, continues = false }: ScanLoop) {
  const video = useRef<HTMLVideoElement>(null);
  const readNow = useEffectEvent(read);
  const tell = useEffectEvent(onConfirmed);
  useEffect(() => {
    const element = video.current;
    if (element === null || stream === null) return;
    element.srcObject = stream;
    // Refused where a device saves energy: the user can still take a photo.
    element.play().catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [stream]);

  useEffect(() => {
    if (stream === null || decoder === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const draw = createPictureDrawer();
    const create = continues ? createContinuousConfirmation : createReadConfirmation;
    const confirm = create((code) => readNow(code));
    const look = async (turn: number): Promise<void> => {
      const element = video.current;
      const degrees = FRAME_DEGREES[turn % FRAME_DEGREES.length]!;
      const isShown = element !== null && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      const size = { width: element?.videoWidth ?? 0, height: element?.videoHeight ?? 0 };
      const frame = isShown ? draw(element, size, { longestPx: FRAME_PX, degrees }) : null;
      // A failed decoder reads no code; the user can still type it.
      const codes = frame === null ? [] : await decoder.decode(frame).catch(() => []);
      if (isOver) return;
      const confirmed = confirm(codes, performance.now());
      timer = setTimeout(() => void look(turn + 1), PAUSE_MS);
      // This may close the scanner.
      if (confirmed !== null) tell(confirmed);
    };
    void look(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [stream, decoder, continues]);
  return video;
}
