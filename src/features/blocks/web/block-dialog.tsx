import { t } from '#platform/shared/texts/t.ts';
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
      title={t('blocks.dialog.title', { name: user.name })}
      text={t('blocks.dialog.text')}
      cancelLabel={t('blocks.dialog.cancel')}
      confirmLabel={t('blocks.dialog.confirm')}
      danger
      onConfirm={() => {
        onClose();
        block(user);
      }}
    />
  );
}
