import { t } from '#platform/shared/texts/t.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';

type SplitDialogProps = {
  /** The edition with its own title, and the title of the work that it leaves. */
  edition: string;
  work: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before an edition leaves its work: no rule joins it again. */
export const SplitDialog = ({ edition, work, busy, onClose, onConfirm }: SplitDialogProps) => (
  <ConfirmDialog
    open
    title={t('editions.admin.split-title')}
    text={t('editions.admin.split-text', { edition: `\u2068${edition}\u2069`, work: `\u2068${work}\u2069` })}
    cancelLabel={t('editions.admin.cancel')}
    confirmLabel={t('editions.admin.split')}
    {...{ busy, onClose, onConfirm }}
  />
);
