import { useId, useRef, type ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { Modal, type ModalProps } from './modal.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import styles from './dialog.module.css';

type DialogProps = ModalProps & {
  title: ReactNode;
  text?: ReactNode;
  /** A close button in the corner; for dialogs without buttons at their end. */
  closable?: boolean;
  children?: ReactNode;
};

export function Dialog({ title, text, closable, children, ...modal }: DialogProps) {
  const id = useId();
  return (
    <Modal {...modal} labelledBy={`${id}t`} describedBy={text ? `${id}d` : undefined}>
      <div className={styles.dialog}>
        <h2 id={`${id}t`}>{title}</h2>
        {text && (
          <p className={cx(shared.small, shared.soft)} id={`${id}d`}>
            {text}
          </p>
        )}
        {closable && <IconButton icon="close" label={t('ui.action.close')} onClick={modal.onClose} />}
        {children}
      </div>
    </Modal>
  );
}

type ConfirmDialogProps = Omit<ModalProps, 'initialFocus'> & {
  title: ReactNode;
  text?: ReactNode;
  /** The cancel button, which has the focus: 'Keep listing'. */
  cancelLabel: string;
  confirmLabel: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
};

/** Confirmation of a destructive action. The cancel button comes first and has the focus. */
export function ConfirmDialog({
  cancelLabel,
  confirmLabel,
  danger,
  busy,
  onConfirm,
  children,
  ...rest
}: ConfirmDialogProps) {
  const quiet = useRef<HTMLButtonElement>(null);
  return (
    <Dialog {...rest} locked={busy || rest.locked} initialFocus={quiet}>
      {children}
      <div className={styles.actions}>
        <Button ref={quiet} variant="quiet" onClick={rest.onClose}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
