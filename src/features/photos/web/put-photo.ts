import { currentLocale } from '#platform/shared/texts/locale.ts';

/** Network errors and unreachable servers: retried at once, other errors when the user retries. */
const TEMPORARY = new Set([0, 502, 504]);
const RETRY_DELAYS_MS = [150, 300, 600];
/** A connection that is dead reports nothing. The server may take a while after the last byte. */
const STALL_TIMEOUT_MS = 30_000;

/** The stored photo, or the problem document of a failed upload. `status` is 0 if there is no response. */
type UploadResponse = { ok: boolean; status: number; url?: string; code?: string; detail?: string };

type UploadEvents = {
  onProgress: (percent: number) => void;
  /** The last byte has left; the server has work to do until it answers. */
  onSent: () => void;
};

/** Uploads a photo with a single PUT to its signed address. */
export async function putPhoto(
  uploadUrl: string,
  file: File,
  signal: AbortSignal,
  events: UploadEvents,
): Promise<UploadResponse> {
  // The address contains the server's public origin; the page may use another host name of the same server.
  const { pathname, search } = new URL(uploadUrl, location.href);
  let response = await send(pathname + search, file, signal, events);
  for (const delayMs of RETRY_DELAYS_MS) {
    if (!TEMPORARY.has(response.status)) break;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (signal.aborted) break;
    response = await send(pathname + search, file, signal, events);
  }
  return response;
}

function send(url: string, file: File, signal: AbortSignal, { onProgress, onSent }: UploadEvents) {
  return new Promise<UploadResponse>((resolve) => {
    // `fetch` reports no progress.
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('accept-language', currentLocale().language);
    let stalled = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
      onProgress(Math.round((100 * loaded) / (total || 1)));
    });
    request.upload.addEventListener('load', onSent);
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      const { status } = request;
      resolve({ ...parseBody(request.responseText), ok: status >= 200 && status < 300, status });
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parseBody(text: string): Pick<UploadResponse, 'url' | 'code' | 'detail'> {
  try {
    return JSON.parse(text) as Pick<UploadResponse, 'url' | 'code' | 'detail'>;
  } catch {
    return {};
  }
}
