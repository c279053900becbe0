import { type FormEvent, useState } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import type { Place } from '../../contract.ts';
import { PlaceFields } from './place-fields.tsx';
import type { PlaceText } from './use-place-actions.ts';

type EditPlaceDialogProps = {
  place: Place;
  busy: boolean;
  onSave: (text: PlaceText) => void;
  onClose: () => void;
};

export function EditPlaceDialog({ place, busy, onSave, onClose }: EditPlaceDialogProps) {
  const [text, setText] = useState({ name: place.name, hint: place.hint ?? '' });
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (text.name.trim() !== '') onSave(text);
  };
  return (
    <Dialog open title="Edit place" closable locked={busy} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <PlaceFields place={text} isNameMissing={isSubmitted} onChange={setText} />
        <Button type="submit" wide size="tall" busy={busy}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}

type DeletePlaceDialogProps = { place: Place; busy: boolean; onKeep: () => void; onDelete: () => void };

export const DeletePlaceDialog = ({ place, busy, onKeep, onDelete }: DeletePlaceDialogProps) => (
  <ConfirmDialog
    open
    onClose={onKeep}
    title="Delete this place?"
    text={`Students can no longer choose “${place.name}”. Meetings that are planned there stay.`}
    cancelLabel="Keep place"
    confirmLabel="Delete"
    danger
    busy={busy}
    onConfirm={onDelete}
  />
);
