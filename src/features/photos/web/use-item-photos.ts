import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { PhotoUpload, PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import { useUploadModules } from './use-upload-modules.ts';

const importNothing = () => Promise.resolve(null);
const none: PhotoUploadsState = { uploads: [], connection: null };
const idle = { subscribe: () => () => {}, read: () => none };

/**
 * One photo of each of several items, by the item's id. Uploads go on when the page is left, and `onStored` is then
 * called, too. Those that failed are tried again when the connection is back.
 */
export function useItemPhotos(onStored: (item: string, url: string) => void) {
  const itemOf = useRef(new Map<string, string>());
  const waiting = useRef<{ item: string; file: File }[]>([]);
  const { modules, load } = useUploadModules(
    importNothing,
    (url, _turn, id) => onStored(itemOf.current.get(id) ?? '', url),
    (uploads) => void closeOnceSettled(uploads),
  );
  const sender = modules?.uploads ?? null;
  const { subscribe, read } = sender ?? idle;
  const { uploads } = useSyncExternalStore(subscribe, read, read);
  const ofItem = (item: string, among: readonly PhotoUpload[]): PhotoUpload | undefined =>
    among.findLast(({ id }) => itemOf.current.get(id) === item);
  const remove = (item: string): void => {
    for (const { id } of sender?.read().uploads ?? [])
      if (itemOf.current.get(id) === item) sender?.remove(id);
  };
  const start = (uploader: PhotoUploads): void => {
    for (const { item, file } of waiting.current.splice(0)) {
      const [id] = uploader.add([file], 1);
      itemOf.current.set(id!, item);
    }
  };
  useEffect(() => {
    if (sender !== null) start(sender);
  }, [sender]);
  return {
    /** Of the photo that is coming, or has not come. */
    uploadOf: (item: string) => ofItem(item, uploads),
    /** Replaces the photo of the item. */
    add: (item: string, file: File): void => {
      remove(item);
      waiting.current.push({ item, file });
      if (sender === null) void load();
      else start(sender);
    },
    retry: (item: string): void => sender?.retry(ofItem(item, uploads)?.id ?? ''),
    remove,
    /** Resolves once no upload of the item is under way, with whether none has failed. */
    settled: (item: string): Promise<boolean> =>
      sender === null ? Promise.resolve(true) : settled(sender, (all) => ofItem(item, all)),
  };
}

export type ItemPhotos = ReturnType<typeof useItemPhotos>;

function settled(
  uploads: PhotoUploads,
  pick: (all: readonly PhotoUpload[]) => PhotoUpload | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const upload = pick(uploads.read().uploads);
      if (upload?.state === 'uploading') return;
      stop();
      resolve(upload === undefined || upload.state === 'done');
    };
    const stop = uploads.subscribe(look);
    look();
  });
}

async function closeOnceSettled(uploads: PhotoUploads): Promise<void> {
  await settled(uploads, (all) => all.find(({ state }) => state === 'uploading'));
  uploads.close();
}
