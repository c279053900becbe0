import { useSyncExternalStore } from 'react';
import type { PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import { useUploadModules } from './use-upload-modules.ts';

const NONE: PhotoUploadsState = { uploads: [], connection: null };
const idle = { subscribe: () => () => {}, read: () => NONE };

const importDialog = async () => (await import('./upload-dialog.tsx')).UploadDialog;

/** The uploads of a form. `load` fetches their code when the first photo is added. */
export function usePhotoUploads(
  onStored: (url: string, turn: number) => void,
  leave: (uploads: PhotoUploads) => void,
) {
  const { modules, load } = useUploadModules(importDialog, onStored, leave);
  const store = modules?.uploads ?? idle;
  const state = useSyncExternalStore(store.subscribe, store.read, () => NONE);
  return { ...state, sender: modules?.uploads ?? null, Dialog: modules?.Dialog ?? null, load };
}
