import { useState } from 'react';
import { useLocation } from 'wouter';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Forms, Legal, titles, useIntentText, type AuthMode } from './sign-in-page.tsx';

export type SignInDialogProps = { way: AuthMode; onWay: (way: AuthMode) => void; onClose: () => void };

/** Sign-in and sign-up above the page. Afterwards Home performs the pending intent. */
export default function SignInDialog({ way, onWay, onClose }: SignInDialogProps) {
  const [path] = useLocation();
  const navigate = useNavigateWhileMounted();
  const [openedOn] = useState(path);
  const whatFollows = useIntentText(way);
  const done = () => {
    onClose();
    // Home has performed the intent already, and may have navigated.
    if (openedOn !== '/') navigate('/');
  };
  return (
    <Dialog open onClose={onClose} title={t(titles[way])} text={whatFollows} closable>
      <Forms way={way} onOther={onWay} onDone={done} />
      <Legal way={way} />
    </Dialog>
  );
}
