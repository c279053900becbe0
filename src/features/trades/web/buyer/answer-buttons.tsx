import { useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useRespond } from './use-respond.ts';

type AnswerButtonsProps = {
  saleId: string;
  title: string;
  /** The seller's. */
  name: string;
  onAnswer?: () => void;
};

/** The answers to 'Did you get {title}?'. 'No' is asked again: the seller hears it at once. */
export function AnswerButtons({ saleId, title, name, onAnswer }: AnswerButtonsProps) {
  const { respond, isBusy } = useRespond(onAnswer);
  const [isDenying, setDenying] = useState(false);
  return (
    <>
      <Button variant="quiet" size="slim" onClick={() => setDenying(true)}>
        No
      </Button>
      <Button variant="soft-green" size="slim" busy={isBusy(true)} onClick={() => respond(saleId, true)}>
        Yes
      </Button>
      <ConfirmDialog
        open={isDenying}
        onClose={() => setDenying(false)}
        title="Didn't get it?"
        text={`${name} is told that you did not get ${title}.`}
        cancelLabel="Cancel"
        confirmLabel="I did not get it"
        busy={isBusy(false)}
        onConfirm={() => respond(saleId, false)}
      />
    </>
  );
}
