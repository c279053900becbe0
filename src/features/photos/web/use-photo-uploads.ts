import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { PhotoEndpoints } from '../contract.ts';
import { photoTexts } from '../rules.ts';
import type { PhotoUploads, PhotoUploadsState } from './photo-uploads.ts';
import type { UploadDialog } from './upload-dialog.tsx';

type UploadModules = { uploads: PhotoUploads; Dialog: typeof UploadDialog };

const NONE: PhotoUploadsState = { uploads: [], connection: null };
const idle = { subscribe: () => () => {}, read: () => NONE };

const showUploadErrorToast = () =>
  toast({ variant: 'destructive', title: photoTexts.errorTitle, description: photoTexts.errorText });

/** The uploads of a form. Their code is fetched by `load`, when the first photo is to be added. */
export function usePhotoUploads(onStored: (url: string, turn: number) => void) {
  const transport = useTransport();
  const [parts, setParts] = useState<UploadModules | null>(null);
  const store = parts?.uploads ?? idle;
  const state = useSyncExternalStore(store.subscribe, store.read, () => NONE);
  // Uploads outlast renders; what they call is the form as it stands then.
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
      // Offline, most likely. The next press tries again.
      loading.current = null;
      showUploadErrorToast();
      return false;
    }
  };
  /** False if it cannot be had right now; the person has been told. */
  const load = (): Promise<boolean> => (loading.current ??= fetchParts());
  return { ...state, sender: parts?.uploads ?? null, Dialog: parts?.Dialog ?? null, load };
}
