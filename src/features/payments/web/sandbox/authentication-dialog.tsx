import { useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type Authentication = 'complete' | 'fail';

/** The bank's 3-D Secure dialog, in which the user of the sandbox decides for the bank. */
export function requestAuthentication(price: string): Promise<Authentication> {
  const { promise, resolve } = Promise.withResolvers<Authentication>();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container, { identifierPrefix: 'bank' });
  root.render(
    <AuthenticationDialog
      price={price}
      onAnswer={(answer) => {
        // The page gets the focus back before it shows the result.
        root.unmount();
        container.remove();
        resolve(answer);
      }}
    />,
  );
  return promise;
}

function AuthenticationDialog(props: { price: string; onAnswer: (answer: Authentication) => void }) {
  const { price, onAnswer } = props;
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      locked
      onClose={() => onAnswer('fail')}
      initialFocus={first}
      title={t('payments.bank.title')}
      text={t('payments.bank.text', { price })}
    >
      <div className={cx(shared.stack, shared.tight)}>
        <Button ref={first} wide onClick={() => onAnswer('complete')}>
          {t('payments.bank.complete')}
        </Button>
        <Button wide variant="quiet" onClick={() => onAnswer('fail')}>
          {t('payments.bank.fail')}
        </Button>
      </div>
    </Dialog>
  );
}
