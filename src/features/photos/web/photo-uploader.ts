import type { UploadTarget } from '../contract.ts';
import { photoLimits } from '../rules.ts';
import { uploadTexts } from '../upload-texts.ts';

type UploaderEvents = {
  /** Requests the upload address of one photo. */
  requestAddress: () => Promise<UploadTarget>;
  onProgress: (key: string, percent: number) => void;
  onStored: (key: string, url: string) => void;
  /** `reason`: the server has rejected the file, and a retry would not change that. */
  onFailed: (key: string, reason: string | null) => void;
  onNoAddress: () => void;
  onConnection: (online: boolean) => void;
};

type Upload = { file: File; state: 'waiting' | 'running' | 'failed'; controller: AbortController };

/** Statuses that a retry with the same file cannot change. */
const FINAL = new Set([400, 413, 415]);

/** Network errors and unreachable servers: retried at once, other errors when the user retries. */
const TEMPORARY = new Set([0, 502, 504]);
const RETRY_DELAYS_MS = [150, 300, 600];
/** A connection that is dead reports nothing. The server may take a while after the last byte. */
const STALL_TIMEOUT_MS = 30_000;

/** Uploads photos, each with a single PUT to its signed address. */
export class PhotoUploader {
  readonly #events: UploaderEvents;
  readonly #uploads = new Map<string, Upload>();
  #running = 0;

  constructor(events: UploaderEvents) {
    this.#events = events;
    window.addEventListener('online', this.#reportConnection);
    window.addEventListener('offline', this.#reportConnection);
    if (!navigator.onLine) this.#reportConnection();
  }

  /** Queues the upload. Throws with a message for the user if the file is refused. */
  send(key: string, file: File): void {
    if (file.size > photoLimits.bytes) throw new Error(uploadTexts.tooLarge);
    if ([...this.#uploads.values()].some((other) => isSameFile(other.file, file)))
      throw new Error(uploadTexts.duplicate);
    this.#enqueue(key, file);
  }

  retry(key: string): void {
    const upload = this.#uploads.get(key);
    if (upload?.state === 'failed') this.#enqueue(key, upload.file);
  }

  /** Cancels the upload if it is running. */
  drop(key: string): void {
    this.#uploads.get(key)?.controller.abort();
    this.#uploads.delete(key);
  }

  close(): void {
    window.removeEventListener('online', this.#reportConnection);
    window.removeEventListener('offline', this.#reportConnection);
    for (const key of this.#uploads.keys()) this.drop(key);
  }

  #reportConnection = (): void => this.#events.onConnection(navigator.onLine);

  #enqueue(key: string, file: File): void {
    this.#uploads.set(key, { file, state: 'waiting', controller: new AbortController() });
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const [key, upload] of this.#uploads) {
      if (this.#running >= photoLimits.arriving) return;
      if (upload.state === 'waiting') void this.#run(key, upload);
    }
  }

  async #run(key: string, upload: Upload): Promise<void> {
    upload.state = 'running';
    this.#running += 1;
    try {
      await this.#upload(key, upload);
    } finally {
      this.#running -= 1;
      this.#startWaiting();
    }
  }

  async #upload(key: string, upload: Upload): Promise<void> {
    const { file, controller } = upload;
    const address = await this.#events.requestAddress().catch(() => null);
    if (controller.signal.aborted) return;
    if (address === null) this.#events.onNoAddress();
    const response = address && (await this.#put(key, file, address.uploadURL, controller.signal));
    if (controller.signal.aborted) return;
    // An earlier attempt may have succeeded, and only its response was lost.
    if (address && response && (response.ok || response.code === 'photo-already-stored')) {
      this.#uploads.delete(key);
      this.#events.onStored(key, response.url ?? address.url);
    } else {
      upload.state = 'failed';
      this.#events.onFailed(key, response && FINAL.has(response.status) ? (response.detail ?? null) : null);
    }
  }

  async #put(key: string, file: File, uploadUrl: string, signal: AbortSignal): Promise<UploadResponse> {
    // The address contains the server's public origin; the page may use another host name of the same server.
    const { pathname, search } = new URL(uploadUrl, location.href);
    const send = () =>
      putFile(pathname + search, file, signal, (percent) => this.#events.onProgress(key, percent));
    let response = await send();
    for (const delayMs of RETRY_DELAYS_MS) {
      if (!TEMPORARY.has(response.status)) break;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (signal.aborted) break;
      response = await send();
    }
    return response;
  }
}

const isSameFile = (one: File, other: File) =>
  one.name === other.name &&
  one.type === other.type &&
  one.size === other.size &&
  one.lastModified === other.lastModified;

/** The stored photo, or the problem document of a failed upload. */
type UploadResponse = { ok: boolean; status: number; url?: string; code?: string; detail?: string };

/** `status` is 0 if there is no response. */
function putFile(
  url: string,
  file: File,
  signal: AbortSignal,
  onProgress: (percent: number) => void,
): Promise<UploadResponse> {
  return new Promise((resolve) => {
    // `fetch` reports no progress.
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    let stalled = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
      onProgress(Math.round((100 * loaded) / (total || 1)));
    });
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
