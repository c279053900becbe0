import { trustedScriptUrl } from '#platform/web/trusted-script-url.ts';
import type { ScannedCode } from '../../rules.ts';
import type { Decoder, DecoderMessage, Picture } from './decoder.ts';
// oxlint-disable-next-line import/default -- the build makes its URL
import workerUrl from './decode.worker.ts?worker&url';

/** Decodes in a worker, which the pictures move to. Throws if its files cannot be loaded. */
export async function createZbarDecoder(): Promise<Decoder> {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  const close = () => worker.terminate();
  /** The pending pictures in order, as the worker answers. */
  const waiting: ((codes: readonly ScannedCode[]) => void)[] = [];
  const opened = new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<DecoderMessage>) => {
      if ('ready' in data) resolve(data.ready);
      else waiting.shift()?.(data.codes);
    });
    worker.addEventListener('error', () => resolve(false));
  });
  if (!(await opened)) {
    close();
    throw new Error('The decoder could not be loaded');
  }
  return {
    decode: ({ data: { buffer: pixels }, width, height }) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        worker.postMessage({ pixels, width, height } satisfies Picture, [pixels]);
      }),
    close,
  };
}
