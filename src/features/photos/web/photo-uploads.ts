import type { UploadTarget } from '../contract.ts';
import { photoTimes } from '../rules.ts';
import { PhotoUploader } from './photo-uploader.ts';
import { shrinkPhoto, validatePhotoFile } from './shrink-photo.ts';
import { uploadTexts } from '../upload-texts.ts';

export type PhotoUpload = {
  id: string;
  name: string;
  /** The size in bytes: of the chosen file, then of what is sent. */
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
  onStored: (url: string, turn: number) => void;
  /** Called when no upload address was available. */
  onNoAddress: () => void;
};

/** The part of the progress that making the photo small has. */
const SHRUNK_PERCENT = 10;

/** The uploads of one form; they continue while the dialog is closed. */
export class PhotoUploads {
  readonly #listeners = new Set<() => void>();
  readonly #uploads = new Map<string, PhotoUpload & { turn: number }>();
  readonly #sender: PhotoUploader;
  readonly #options: PhotoUploadsOptions;
  #state: PhotoUploadsState = { uploads: [], connection: null };
  #connection: PhotoUploadsState['connection'] = null;
  #lastTurn = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PhotoUploadsOptions) {
    this.#options = options;
    this.#sender = new PhotoUploader({
      requestAddress: options.requestAddress,
      onNoAddress: options.onNoAddress,
      onProgress: (id, percent) => this.#progress(id, percent),
      onStored: (id, url) => this.#stored(id, url),
      onFailed: (id, reason) => this.#failed(id, reason),
      onConnection: (online) => {
        this.#connection = { online, text: online ? uploadTexts.online : uploadTexts.offline };
        this.#publish();
      },
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = (): PhotoUploadsState => this.#state;

  /** Starts as many as there is room for, and refuses the others with a reason. */
  add(files: readonly File[], room: number): void {
    let left = room;
    for (const file of files) {
      const id = this.#announce(file);
      const refusal = validatePhotoFile(file) ?? (left > 0 ? null : uploadTexts.noMore);
      if (refusal !== null) {
        this.#change(id, { state: 'refused', note: refusal });
        continue;
      }
      left -= 1;
      void this.#begin(id, file);
    }
    this.#publish();
  }

  retry(id: string): void {
    if (this.#uploads.get(id)?.state !== 'failed') return;
    this.#change(id, { state: 'uploading', progress: 0, note: uploadTexts.preparing });
    this.#publish();
    this.#sender.retry(id);
  }

  /** Cancels the upload if it is running. */
  remove(id: string): void {
    this.#sender.drop(id);
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
    for (const id of this.#uploads.keys()) this.#forget(id);
    this.#sender.close();
  }

  #announce(file: File): string {
    const turn = ++this.#lastTurn;
    const id = `upload-${turn}`;
    const preview = URL.createObjectURL(file);
    const { name, size } = file;
    const note = uploadTexts.preparing;
    this.#uploads.set(id, { id, turn, name, size, preview, state: 'uploading', progress: 0, note });
    return id;
  }

  async #begin(id: string, file: File): Promise<void> {
    try {
      const photo = await shrinkPhoto(file);
      const upload = this.#uploads.get(id);
      if (!upload) return;
      // The small photo is a lighter preview, too.
      URL.revokeObjectURL(upload.preview);
      this.#change(id, { size: photo.size, preview: URL.createObjectURL(photo), progress: SHRUNK_PERCENT });
      this.#publish();
      this.#sender.send(id, photo);
    } catch (error) {
      // Unreadable files and those over the limits both have a message for the user.
      this.#change(id, {
        state: 'refused',
        note: error instanceof Error ? error.message : uploadTexts.failed(file.name),
      });
      this.#publish();
    }
  }

  #progress(id: string, percent: number): void {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    const note = percent < 100 ? uploadTexts.uploading(percent, upload.size) : uploadTexts.finishing;
    this.#change(id, { progress: SHRUNK_PERCENT + ((100 - SHRUNK_PERCENT) * percent) / 100, note });
    // Limits updates to two per second.
    this.#later ??= setTimeout(() => this.#publish(), photoTimes.progressIntervalMs);
  }

  #stored(id: string, url: string): void {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    this.#change(id, { state: 'done', progress: 100, note: uploadTexts.done(upload.size), url });
    this.#options.onStored(url, upload.turn);
    this.#publish();
  }

  #failed(id: string, reason: string | null): void {
    const failed = uploadTexts.failed(this.#uploads.get(id)?.name ?? '');
    if (reason === null) this.#change(id, { state: 'failed', note: failed });
    else this.#change(id, { state: 'refused', note: `${failed}. ${reason}` });
    this.#publish();
  }

  #change(id: string, changes: Partial<PhotoUpload>): void {
    const upload = this.#uploads.get(id);
    if (upload) this.#uploads.set(id, { ...upload, ...changes });
  }

  #forget(id: string): void {
    URL.revokeObjectURL(this.#uploads.get(id)?.preview ?? '');
    this.#uploads.delete(id);
  }

  #publish(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#state = { uploads: [...this.#uploads.values()], connection: this.#connection };
    for (const listener of this.#listeners) listener();
  }
}
