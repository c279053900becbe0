import { useEffect, useEffectEvent } from 'react';
import { toast } from '#ui/overlays/toaster.tsx';

type LeaveNotice = {
  /** The device keeps what was entered, and it was not sent. */
  isDraftKept: () => boolean;
  /** The photos whose upload ends with the form. */
  unfinishedPhotos: () => number;
};

/** Says what happens to the content of a form when its page is left. */
export function useLeaveNotice({ isDraftKept, unfinishedPhotos }: LeaveNotice): void {
  const notice = useEffectEvent(() => {
    const isKept = isDraftKept();
    const photos = unfinishedPhotos();
    if (!isKept && photos === 0) return;
    toast({
      title: isKept ? 'Draft saved' : 'Photo not added',
      ...(photos > 0 && {
        description:
          photos === 1
            ? 'A photo was still uploading. Please add it again.'
            : `${photos} photos were still uploading. Please add them again.`,
      }),
    });
  });
  useEffect(() => {
    const { pathname } = location;
    return () => {
      // Not left: a sign-in or a new form has taken its place.
      if (location.pathname !== pathname) notice();
    };
  }, []);
}
