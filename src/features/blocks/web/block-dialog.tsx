import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useBlockActions } from './use-block-actions.ts';

type BlockDialogProps = {
  person: { id: string; name: string };
  onClose: () => void;
  onChanged?: () => Promise<unknown>;
};

export default function BlockDialog({ person: user, onClose, onChanged }: BlockDialogProps) {
  const { block } = useBlockActions(onChanged);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Block ${user.name}?`}
      text="You won't be able to message each other. They won't be notified. You'll still see each other's listings."
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
