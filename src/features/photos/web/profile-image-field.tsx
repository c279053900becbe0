import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { photoThumbnail } from './photo-url.ts';
import { useUploadModules } from './use-upload-modules.ts';
import styles from './profile-image-field.module.css';

type ProfileImageFieldProps = {
  user: { id: string; name: string; profileImage: string | null };
  /** Saves the url of a complete upload, or null. Rejects if that failed, after showing the error. */
  onChange: (url: string | null) => Promise<void>;
};

const importDialog = async () => (await import('./profile-image-dialog.tsx')).ProfileImageDialog;

/** The user's profile image as a button that changes it. The upload code loads with the first click. */
export function ProfileImageField({ user, onChange }: ProfileImageFieldProps) {
  const { modules, load, unload } = useUploadModules(importDialog);
  // An error is shown by `onChange`; the dialog stays open to choose again.
  const { isPending, mutate } = useSingleMutation({
    networkMode: 'always',
    mutationFn: onChange,
    onSuccess: unload,
  });
  const photo = user.profileImage;
  return (
    <>
      <button
        type="button"
        className={styles.portrait}
        aria-label={t('photos.profile.change')}
        onClick={() => void load()}
      >
        <Avatar id={user.id} name={user.name} photo={photo && photoThumbnail(photo)} size="xl" />
        <span className={styles.sign}>
          <Icon name="camera" size="xs" />
        </span>
      </button>
      {modules && (
        <modules.Dialog
          uploads={modules.uploads}
          removable={photo !== null}
          busy={isPending}
          onChange={(url) => mutate(url)}
          onClose={unload}
        />
      )}
    </>
  );
}
