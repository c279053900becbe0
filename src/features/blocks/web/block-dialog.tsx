import { ConfirmDialog } from '#ui/dialog.tsx';
import { useBlocking } from './use-blocking.ts';

type BlockDialogProps = {
  person: { id: string; name: string };
  onClose: () => void;
  onChanged?: () => Promise<unknown>;
};

/** Asked before somebody is blocked. */
export default function BlockDialog({ person, onClose, onChanged }: BlockDialogProps) {
  const { block } = useBlocking(onChanged);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Block ${person.name}?`}
      text="You will get no messages from them, and they none from you. They are not told. What you both list stays public."
      keep="Cancel"
      confirm="Block"
      danger
      onConfirm={() => {
        onClose();
        block(person);
      }}
    />
  );
}
