import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useBlockActions } from './use-block-actions.ts';

type BlockDialogProps = {
  person: { id: string; name: string };
  onClose: () => void;
  onChanged?: () => Promise<unknown>;
};

/** The confirmation before a user is blocked. */
export default function BlockDialog({ person: user, onClose, onChanged }: BlockDialogProps) {
  const { block } = useBlockActions(onChanged);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Block ${user.name}?`}
      text="You will get no messages from them, and they none from you. They are not told. What you both list stays public."
      cancelLabel="Cancel"
      confirmLabel="Block"
      danger
      onConfirm={() => {
        onClose();
        block(user);
      }}
    />
  );
}
