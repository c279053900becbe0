import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import formSkeletonsStyles from '#ui/states/form-skeletons.module.css';

export type DraftStatusProps = {
  /** Whether the device has stored a draft, and the text about it. */
  kept: boolean;
  text: ReactNode;
  /** Replaces the text while the form is submitted. */
  underWay?: string | null;
  /** Discards the draft after a confirmation. */
  discard?: { label: string; title: string; text: string; onDiscard: () => void } | false;
};

/** A line above the form. Rendered from the start, so that the first stored letter moves nothing. */
export function DraftStatus({ kept, text, underWay, discard }: DraftStatusProps) {
  const [asking, setAsking] = useState(false);
  const onConfirm = () => {
    flushSync(() => {
      setAsking(false);
      if (discard) discard.onDiscard();
    });
    // The button is gone together with the draft.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className={cx(shared.row, shared.between, formSkeletonsStyles.draftLine)}>
      <p className={cx(shared.row, shared.tiny, shared.soft)} role="status">
        <Icon name={underWay || !kept ? 'info' : 'check'} size="xs" />
        {underWay ?? text}
      </p>
      {discard && !underWay && (
        <Button variant="text" size="slim" onClick={() => setAsking(true)}>
          {discard.label}
        </Button>
      )}
      {discard && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={discard.title}
          text={discard.text}
          cancelLabel={t('books.draft.cancel')}
          confirmLabel={discard.label}
          danger
          onConfirm={onConfirm}
        />
      )}
    </div>
  );
}
