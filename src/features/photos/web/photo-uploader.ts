import Uppy from '@uppy/core';
import type { Body, Meta, UppyFile } from '@uppy/core';
import XhrUpload from '@uppy/xhr-upload';
import type { UploadTarget } from '../contract.ts';
import { photoLimits } from '../rules.ts';
import { uploadTexts } from '../upload-texts.ts';

type Sent = UppyFile<Meta, Body>;

type SenderEvents = {
  /** Requests the upload address of one photo. */
  requestAddress: () => Promise<UploadTarget>;
  onProgress: (key: string, percent: number) => void;
  onStored: (key: string, url: string) => void;
  /** `reason`: the server has rejected the file, and a retry would not change that. */
  onFailed: (key: string, reason: string | null) => void;
  onNoAddress: () => void;
  onConnection: (online: boolean) => void;
};

export type PhotoUploader = {
  /** Starts the upload immediately. Throws with a message for the user if the file is refused. */
  send(key: string, file: File): void;
  retry(key: string): void;
  /** Cancels the upload if it is running. */
  drop(key: string): void;
  close(): void;
};

/** By Uppy's id of a file: our key, and the url that the photo will have. */
type UploadedFiles = Map<string, { key: string; url?: string }>;

/** Uploads photos with Uppy, each with a single PUT to its signed address. */
export function createPhotoUploader(events: SenderEvents): PhotoUploader {
  const files: UploadedFiles = new Map();
  let closed = false;

  const endpoint = async (file: Sent): Promise<string> => {
    try {
      const address = await events.requestAddress();
      const known = files.get(file.id);
      if (known) known.url = address.url;
      // The address contains the server's public origin; the page may use another host name of the same
      // server.
      const { pathname, search } = new URL(address.uploadURL, location.href);
      return pathname + search;
    } catch (cause) {
      const error = new Error(uploadTexts.noAddress, { cause });
      // The plugin reports failed uploads, but not a failed request for an address.
      if (!closed) {
        events.onNoAddress();
        uppy.emit('upload-error', uppy.getFile(file.id), error);
      }
      throw error;
    }
  };
  const uppy = createUppy(endpoint);
  const forget = (id: string) => {
    files.delete(id);
    if (uppy.getFile(id)) uppy.removeFile(id);
  };
  const entriesOf = (key: string) => [...files].filter(([, file]) => file.key === key).map(([id]) => id);

  reportUploads(uppy, files, events);
  // Removes finished files, so that the same file can be chosen again.
  uppy.on('complete', ({ successful }) => successful?.forEach(({ id }) => forget(id)));

  return {
    send(key, file) {
      const id = uppy.addFile({ name: file.name, type: file.type, data: file, source: 'form' });
      files.set(id, { key });
    },
    retry(key) {
      // A repeated failure arrives as an event.
      for (const id of entriesOf(key)) void uppy.retryUpload(id).catch(() => undefined);
    },
    drop: (key) => entriesOf(key).forEach(forget),
    close() {
      closed = true;
      files.clear();
      uppy.destroy();
    },
  };
}

/** Passes the events of Uppy on, by our keys. */
function reportUploads(uppy: Uppy, files: UploadedFiles, events: SenderEvents): void {
  uppy.on('upload-progress', (file, { bytesUploaded, bytesTotal }) => {
    const known = file && files.get(file.id);
    if (known) events.onProgress(known.key, Math.round((100 * (bytesUploaded || 0)) / (bytesTotal || 1)));
  });
  uppy.on('upload-success', (file, { uploadURL }) => {
    const known = file && files.get(file.id);
    if (known) events.onStored(known.key, uploadURL ?? known.url ?? '');
  });
  uppy.on('upload-error', (file, _error, request) => {
    const known = file && files.get(file.id);
    if (!known) return;
    const answer = parseProblem(request);
    // An earlier attempt succeeded, and only its response was lost.
    if (answer?.code === 'photo-already-stored' && known.url) events.onStored(known.key, known.url);
    else events.onFailed(known.key, answer && FINAL.has(answer.status) ? answer.detail : null);
  });
  uppy.on('is-offline', () => events.onConnection(false));
  uppy.on('back-online', () => events.onConnection(true));
}

/** Statuses that a retry with the same file cannot change. */
const FINAL = new Set([400, 413, 415]);

function createUppy(endpoint: (file: Sent) => Promise<string>): Uppy {
  const uppy = new Uppy({
    id: 'photos',
    // All failures are shown to the user.
    logger: { debug: () => {}, warn: () => {}, error: () => {} },
    autoProceed: true,
    restrictions: { maxFileSize: photoLimits.bytes, allowedFileTypes: ['image/*'] },
    locale: {
      pluralize: (count) => (count === 1 ? 0 : 1),
      strings: {
        exceedsSize: uploadTexts.tooLarge,
        youCanOnlyUploadFileTypes: uploadTexts.notImage,
        noDuplicates: uploadTexts.duplicate,
      },
    },
  });
  return uppy.use(XhrUpload, {
    endpoint: (file) => endpoint(file as Sent),
    method: 'PUT',
    formData: false,
    limit: photoLimits.arriving,
    // Temporary network errors are retried immediately, others when the user retries.
    shouldRetry: (xhr) => xhr.status === 0 || xhr.status === 502 || xhr.status === 504,
  });
}

/** The problem document of a failed upload, if the response contains one. */
function parseProblem(request: unknown): { status: number; code: string; detail: string } | null {
  if (!(request instanceof XMLHttpRequest) || request.status === 0) return null;
  try {
    const { status, code, detail } = JSON.parse(request.responseText) as Record<string, unknown>;
    if (typeof status !== 'number' || typeof code !== 'string' || typeof detail !== 'string') return null;
    return { status, code, detail };
  } catch {
    return null;
  }
}
