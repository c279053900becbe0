import { useState, type ComponentType } from 'react';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import type { SignInDialogProps } from './sign-in-dialog.tsx';
import type { AuthMode } from './sign-in-page.tsx';

const load = () => import('./sign-in-dialog.tsx');

/** Sign In and Sign Up, at the end of Home's header. Their dialog loads before one of them is pressed. */
export function SignInButtons() {
  const [way, setWay] = useState<AuthMode | null>(null);
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null);
  const navigate = useNavigateWhileMounted();
  const open = (wanted: AuthMode) => {
    setWay(wanted);
    load().then(
      (module) => setDialog(() => module.default),
      // Offline, the pages explain the error better than a button without effect.
      () => navigate(`/${wanted}`),
    );
  };
  const early = () => void load().catch(() => {});
  return (
    <>
      <Button
        variant="text"
        size="slim"
        onPointerEnter={early}
        onFocus={early}
        onClick={() => open('sign-in')}
      >
        {t('accounts.header.sign-in')}
      </Button>
      <Button size="slim" onPointerEnter={early} onFocus={early} onClick={() => open('sign-up')}>
        {t('accounts.header.sign-up')}
      </Button>
      {Dialog && way && <Dialog way={way} onWay={setWay} onClose={() => setWay(null)} />}
    </>
  );
}
