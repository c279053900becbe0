import { useEffect, useRef, useState } from 'react';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { PhotoEndpoints } from '../contract.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import type { ProfileImageDialog } from './profile-image-dialog.tsx';
import { photoThumbnail } from './photo-url.ts';
import { uploadTexts } from '../upload-texts.ts';

type ProfileImageFieldProps = {
  /** The owner of the image. */
  person: { id: string; name: string; profileImage: string | null };
  /** Saves the url of a complete upload, or null. Rejects if that failed, after showing the error. */
  onChange: (url: string | null) => Promise<void>;
};

type UploadModules = { uploads: PhotoUploads; Dialog: typeof ProfileImageDialog };

const showUploadErrorToast = () =>
  toast({ variant: 'destructive', title: uploadTexts.errorTitle, description: uploadTexts.errorText });

/** The user's profile image as a button that changes it. The upload code loads with the first click. */
export function ProfileImageField({ person: user, onChange }: ProfileImageFieldProps) {
  const transport = useTransport();
  const [parts, setParts] = useState<UploadModules | null>(null);
  const [busy, setBusy] = useState(false);
  const loading = useRef(false);
  useEffect(() => () => parts?.uploads.close(), [parts]);

  const open = async () => {
    if (loading.current) return;
    loading.current = true;
    try {
      const [{ ProfileImageDialog: Dialog }, { PhotoUploads }] = await Promise.all([
        import('./profile-image-dialog.tsx'),
        import('./upload-dialog.tsx'),
      ]);
      const requestAddress = () =>
        createApiClient<PhotoEndpoints>(transport).call('POST /api/objects/upload');
      setParts({
        uploads: new PhotoUploads({ requestAddress, onStored: () => {}, onNoAddress: showUploadErrorToast }),
        Dialog,
      });
    } catch {
      showUploadErrorToast();
    } finally {
      loading.current = false;
    }
  };
  const change = async (url: string | null) => {
    setBusy(true);
    try {
      await onChange(url);
      setParts(null);
    } catch {
      // The error is shown already; the dialog stays open to choose again.
    } finally {
      setBusy(false);
    }
  };
  const photo = user.profileImage;
  return (
    <>
      <button type="button" className="portrait" aria-label="Change your photo" onClick={() => void open()}>
        <Avatar id={user.id} name={user.name} photo={photo && photoThumbnail(photo)} size="xl" />
        <span className="portrait-sign">
          <Icon name="camera" size="xs" />
        </span>
      </button>
      {parts && (
        <parts.Dialog
          uploads={parts.uploads}
          removable={photo !== null}
          busy={busy}
          onChange={(url) => void change(url)}
          onClose={() => setParts(null)}
        />
      )}
    </>
  );
}
