import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { PhotoEndpoints } from '../contract.ts';
import type { PhotoUploads } from './photo-uploads.ts';

type UploadModules<D> = { uploads: PhotoUploads; Dialog: D };

const showUploadErrorToast = () => showErrorToast(t('photos.error.text'), t('photos.error.title'));

const ignore = () => {};
const close = (uploads: PhotoUploads) => uploads.close();

/**
 * Uploads and their dialog, whose code loads on demand. `leave` is called when the component is gone, and by
 * default closes them; if it is gone before the code is there, there are none.
 */
export function useUploadModules<D>(
  importDialog: () => Promise<D>,
  onStored: (url: string, turn: number, id: string) => void = ignore,
  leave: (uploads: PhotoUploads) => void = close,
) {
  const transport = useTransport();
  const [modules, setModules] = useState<UploadModules<D> | null>(null);
  // Uploads outlive renders, so a ref holds the latest callback.
  const stored = useRef(onStored);
  useLayoutEffect(() => {
    stored.current = onStored;
  });

  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const leaveNow = useEffectEvent(leave);
  useEffect(
    () => () => {
      if (modules !== null) leaveNow(modules.uploads);
    },
    [modules],
  );

  const loading = useRef<Promise<boolean> | null>(null);
  const fetchModules = async (): Promise<boolean> => {
    try {
      const [Dialog, { PhotoUploads }] = await Promise.all([importDialog(), import('./upload-dialog.tsx')]);
      if (!isMounted.current) return false;
      const uploads = new PhotoUploads({
        requestAddress: () => apiClient<PhotoEndpoints>(transport).call('POST /api/objects/upload'),
        onStored: (url, turn, id) => stored.current(url, turn, id),
        onNoAddress: showUploadErrorToast,
      });
      setModules({ uploads, Dialog });
      return true;
    } catch {
      // Probably offline. The next click tries again.
      loading.current = null;
      showUploadErrorToast();
      return false;
    }
  };
  return {
    modules,
    /** Resolves to false if the code cannot be loaded, after showing an error. */
    load: (): Promise<boolean> => (loading.current ??= fetchModules()),
    /** Closes the uploads. The next load starts again. */
    unload: (): void => {
      loading.current = null;
      setModules(null);
    },
  };
}
