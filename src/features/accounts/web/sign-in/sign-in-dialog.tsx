import { useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Forms, Legal, titles, useIntentText, type AuthMode } from './sign-in-screen.tsx';

export type SignInDialogProps = { way: AuthMode; onWay: (way: AuthMode) => void; onClose: () => void };

/** Signing in or up above the page. Afterwards Home is shown, where what was wanted is carried out. */
export default function SignInDialog({ way, onWay, onClose }: SignInDialogProps) {
  const [path, navigate] = useLocation();
  const [openedOn] = useState(path);
  const whatFollows = useIntentText();
  const done = () => {
    onClose();
    // On Home itself it is carried out by now, and may have led elsewhere.
    if (openedOn !== '/') navigate('/');
  };
  return (
    <Dialog open onClose={onClose} title={titles[way]} text={whatFollows} closable>
      <Forms way={way} onOther={onWay} onDone={done} />
      <Legal way={way} />
    </Dialog>
  );
}
