import { t } from '#platform/shared/texts/t.ts';
import type { UploadTarget } from '../contract.ts';
import { photoLimits, photoTimes } from '../rules.ts';
import { formatFileSize } from './format-file-size.ts';
import { putPhoto } from './put-photo.ts';
import { prepareShrinking, shrinkPhoto, validatePhotoFile } from './shrink-photo.ts';

export type PhotoUpload = {
  id: string;
  name: string;
  /** In bytes: of the chosen file, then of what is sent. */
  size: number;
  /** An object URL of the chosen file, then of what is sent, valid while the upload exists. */
  preview: string;
  /** A failed upload can be retried; a refused one cannot. */
  state: 'uploading' | 'done' | 'failed' | 'refused';
  /** 0 to 100 */
  progress: number;
  note: string;
  /** Set once it is done. */
  url?: string;
};

export type PhotoUploadsState = {
  /** The uploads in the order in which the files were chosen. */
  uploads: readonly PhotoUpload[];
  /** 'No Internet connection', then 'Connected to the Internet'. */
  connection: { online: boolean; text: string } | null;
};

type PhotoUploadsOptions = {
  requestAddress: () => Promise<UploadTarget>;
  /** `turn` increases in the order in which the files were chosen. */
  onStored: (url: string, turn: number, id: string) => void;
  onNoAddress: () => void;
};

/** `sending`: what is sent, once the photo is small. `address`: asked for while it was made small. */
type Upload = PhotoUpload & { turn: number; sending?: Sending; address?: Address };
type Sending = { file: File; isWaiting: boolean; controller: AbortController };
/** Null if there is none. */
type Address = Promise<UploadTarget | null>;

/** Statuses that a retry with the same file cannot change. */
const FINAL = new Set([400, 413, 415]);

/** The part of the progress that making the photo small has. */
const SHRUNK_PERCENT = 10;

/** The uploads of one form; they continue while the dialog is closed. */
export class PhotoUploads {
  readonly #listeners = new Set<() => void>();
  readonly #uploads = new Map<string, Upload>();
  readonly #options: PhotoUploadsOptions;
  #state: PhotoUploadsState = { uploads: [], connection: null };
  #connection: PhotoUploadsState['connection'] = null;
  #lastTurn = 0;
  #running = 0;
  /** One photo is sent at a time, so that the server works on it while the next is on its way. */
  #isLineBusy = false;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PhotoUploadsOptions) {
    this.#options = options;
    window.addEventListener('online', this.#reconnect);
    window.addEventListener('offline', this.#showConnection);
    if (!navigator.onLine) this.#showConnection();
    prepareShrinking();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = (): PhotoUploadsState => this.#state;

  /** Starts as many as there is room for, and refuses the others with a reason. Returns the ids of the uploads. */
  add(files: readonly File[], room: number): string[] {
    let left = room;
    const ids: string[] = [];
    for (const file of files) {
      const id = this.#announce(file);
      ids.push(id);
      const refusal = validatePhotoFile(file) ?? (left > 0 ? null : t('photos.dialog.full'));
      if (refusal !== null) {
        this.#change(id, { state: 'refused', note: refusal });
        continue;
      }
      left -= 1;
      void this.#begin(id, file);
    }
    this.#publish();
    return ids;
  }

  retry(id: string): void {
    const { state, sending } = this.#uploads.get(id) ?? {};
    if (state !== 'failed' || sending === undefined) return;
    this.#change(id, { state: 'uploading', progress: 0, note: t('photos.upload.preparing') });
    this.#publish();
    this.#enqueue(id, sending.file);
  }

  remove(id: string): void {
    this.#forget(id);
    this.#publish();
  }

  /** Removes finished and refused uploads, and the notice that the connection is back. */
  tidy(): void {
    for (const { id, state } of this.#uploads.values())
      if (state === 'done' || state === 'refused') this.#forget(id);
    if (this.#connection?.online) this.#connection = null;
    this.#publish();
  }

  /** The form has left the screen. Closes once no upload is under way: failed ones cannot be retried. */
  finish(onFinished: () => void): void {
    const look = () => {
      if (this.#state.uploads.some(({ state }) => state === 'uploading')) return;
      this.#listeners.clear();
      onFinished();
      this.close();
    };
    this.subscribe(look);
    look();
  }

  close(): void {
    clearTimeout(this.#later);
    this.#listeners.clear();
    window.removeEventListener('online', this.#reconnect);
    window.removeEventListener('offline', this.#showConnection);
    for (const id of this.#uploads.keys()) this.#forget(id);
  }

  #showConnection = (): void => {
    const online = navigator.onLine;
    this.#connection = { online, text: online ? t('photos.upload.online') : t('photos.upload.offline') };
    this.#publish();
  };

  /** Continues uploads that the lost connection has stopped. */
  #reconnect = (): void => {
    this.#showConnection();
    for (const [id, { sending }] of this.#uploads) {
      // What was asked for without a connection is asked for again.
      if (sending === undefined) this.#change(id, { address: undefined });
      this.retry(id);
    }
  };

  #announce(file: File): string {
    const turn = ++this.#lastTurn;
    const id = `upload-${turn}`;
    const preview = URL.createObjectURL(file);
    const { name, size } = file;
    const note = t('photos.upload.preparing');
    this.#uploads.set(id, { id, turn, name, size, preview, state: 'uploading', progress: 0, note });
    return id;
  }

  async #begin(id: string, file: File): Promise<void> {
    try {
      this.#change(id, { address: this.#requestAddress() });
      const photo = await shrinkPhoto(file);
      const upload = this.#uploads.get(id);
      if (!upload) return;
      // The small photo is a lighter preview, too.
      URL.revokeObjectURL(upload.preview);
      this.#change(id, { size: photo.size, preview: URL.createObjectURL(photo), progress: SHRUNK_PERCENT });
      this.#publish();
      if (photo.size > photoLimits.bytes) throw new Error(t('photos.refusal.too-large'));
      const others = [...this.#uploads.values()].filter(({ state }) => state !== 'done');
      if (others.some(({ sending }) => sending && isSameFile(sending.file, photo)))
        throw new Error(t('photos.refusal.duplicate'));
      this.#enqueue(id, photo);
    } catch (error) {
      // Unreadable files and those over the limits both have a message for the user.
      this.#change(id, {
        state: 'refused',
        note: error instanceof Error ? error.message : t('photos.upload.failed', { file: file.name }),
      });
      this.#publish();
    }
  }

  #enqueue(id: string, file: File): void {
    this.#change(id, { sending: { file, isWaiting: true, controller: new AbortController() } });
    this.#startWaiting();
  }

  #startWaiting(): void {
    for (const [id, { sending }] of this.#uploads) {
      if (this.#isLineBusy || this.#running >= photoLimits.arriving) return;
      if (sending?.isWaiting) void this.#run(id, sending);
    }
  }

  async #run(id: string, sending: Sending): Promise<void> {
    sending.isWaiting = false;
    this.#running += 1;
    this.#isLineBusy = true;
    let hasLine = true;
    const leaveLine = () => {
      if (!hasLine) return;
      hasLine = false;
      this.#isLineBusy = false;
      this.#startWaiting();
    };
    try {
      await this.#send(id, sending.file, sending.controller.signal, leaveLine);
    } finally {
      this.#running -= 1;
      leaveLine();
      this.#startWaiting();
    }
  }

  async #send(id: string, file: File, signal: AbortSignal, onSent: () => void): Promise<void> {
    const address = await (this.#uploads.get(id)?.address ?? this.#requestAddress());
    // Another attempt asks again: this address may be used up or refused.
    this.#change(id, { address: undefined });
    if (signal.aborted) return;
    if (address === null) this.#options.onNoAddress();
    const onProgress = (percent: number) => this.#showProgress(id, percent);
    const response = address && (await putPhoto(address.uploadURL, file, signal, { onProgress, onSent }));
    if (signal.aborted) return;
    // An earlier attempt may have succeeded, and only its response was lost.
    if (address && response && (response.ok || response.code === 'photo-already-stored'))
      this.#showStored(id, response.url ?? address.url);
    else this.#showFailed(id, response && FINAL.has(response.status) ? (response.detail ?? null) : null);
  }

  #requestAddress = (): Address => this.#options.requestAddress().catch(() => null);

  #showProgress(id: string, percent: number): void {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    const note =
      percent < 100
        ? t('photos.upload.progress', { percent, size: formatFileSize(upload.size) })
        : t('photos.upload.finishing');
    this.#change(id, { progress: SHRUNK_PERCENT + ((100 - SHRUNK_PERCENT) * percent) / 100, note });
    // Limits updates to two per second.
    this.#later ??= setTimeout(() => this.#publish(), photoTimes.progressIntervalMs);
  }

  #showStored(id: string, url: string): void {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    this.#change(id, {
      state: 'done',
      progress: 100,
      note: t('photos.upload.done', { size: formatFileSize(upload.size) }),
      url,
    });
    this.#options.onStored(url, upload.turn, id);
    this.#publish();
  }

  /** `reason`: the server has rejected the file, and a retry would not change that. */
  #showFailed(id: string, reason: string | null): void {
    const file = this.#uploads.get(id)?.name ?? '';
    if (reason === null) this.#change(id, { state: 'failed', note: t('photos.upload.failed', { file }) });
    else this.#change(id, { state: 'refused', note: t('photos.upload.failed-because', { file, reason }) });
    this.#publish();
  }

  #change(id: string, changes: Partial<Upload>): void {
    const upload = this.#uploads.get(id);
    if (upload) this.#uploads.set(id, { ...upload, ...changes });
  }

  #forget(id: string): void {
    const upload = this.#uploads.get(id);
    upload?.sending?.controller.abort();
    URL.revokeObjectURL(upload?.preview ?? '');
    this.#uploads.delete(id);
  }

  #publish(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#state = { uploads: [...this.#uploads.values()], connection: this.#connection };
    for (const listener of this.#listeners) listener();
  }
}

const isSameFile = (one: File, other: File) =>
  one.name === other.name &&
  one.type === other.type &&
  one.size === other.size &&
  one.lastModified === other.lastModified;
