import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/icons/icon.tsx';

export type DraftStatusProps = {
  /** Whether the device keeps something, and what is said about it. */
  kept: boolean;
  words: ReactNode;
  /** What is said instead while the form is sent. */
  underWay?: string | null;
  /** The way to begin anew; it asks first. */
  discard?: { label: string; title: string; text: string; onDiscard: () => void } | false;
};

/**
 * A quiet line above the form. It stands from the start, so that nothing moves under the finger when the
 * first letter is kept.
 */
export function DraftStatus({ kept, words, underWay, discard }: DraftStatusProps) {
  const [asking, setAsking] = useState(false);
  const onConfirm = () => {
    flushSync(() => {
      setAsking(false);
      if (discard) discard.onDiscard();
    });
    // What asked is gone with what it was about.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div className="row between kept-line">
      <p className="row tiny soft" role="status">
        <Icon name={underWay || !kept ? 'info' : 'check'} size="xs" />
        {underWay ?? words}
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
          cancelLabel="Keep it"
          confirmLabel={discard.label}
          danger
          onConfirm={onConfirm}
        />
      )}
    </div>
  );
}
