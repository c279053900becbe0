import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { PhotoEndpoints } from '../contract.ts';
import type { PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import type { UploadDialog } from './upload-dialog.tsx';
import { uploadTexts } from '../upload-texts.ts';

type UploadModules = { uploads: PhotoUploads; Dialog: typeof UploadDialog };

const NONE: PhotoUploadsState = { uploads: [], connection: null };
const idle = { subscribe: () => () => {}, read: () => NONE };

const showUploadErrorToast = () =>
  toast({ variant: 'destructive', title: uploadTexts.errorTitle, description: uploadTexts.errorText });

/** The uploads of a form. `load` fetches their code when the first photo is added. */
export function usePhotoUploads(onStored: (url: string, turn: number) => void) {
  const transport = useTransport();
  const [parts, setParts] = useState<UploadModules | null>(null);
  const store = parts?.uploads ?? idle;
  const state = useSyncExternalStore(store.subscribe, store.read, () => NONE);
  // Uploads outlive renders, so a ref holds the latest callback.
  const stored = useRef(onStored);
  useLayoutEffect(() => {
    stored.current = onStored;
  });

  const alive = useRef(false);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);
  useEffect(() => () => parts?.uploads.close(), [parts]);

  const loading = useRef<Promise<boolean> | null>(null);
  const fetchParts = async (): Promise<boolean> => {
    try {
      const module = await import('./upload-dialog.tsx');
      if (!alive.current) return false;
      const uploads = new module.PhotoUploads({
        requestAddress: () => createApiClient<PhotoEndpoints>(transport).call('POST /api/objects/upload'),
        onStored: (url, turn) => stored.current(url, turn),
        onNoAddress: showUploadErrorToast,
      });
      setParts({ uploads, Dialog: module.UploadDialog });
      return true;
    } catch {
      // Probably offline. The next click tries again.
      loading.current = null;
      showUploadErrorToast();
      return false;
    }
  };
  /** Resolves to false if the code cannot be loaded, after showing an error. */
  const load = (): Promise<boolean> => (loading.current ??= fetchParts());
  return { ...state, sender: parts?.uploads ?? null, Dialog: parts?.Dialog ?? null, load };
}
