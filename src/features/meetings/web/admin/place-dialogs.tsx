import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import type { Place } from '../../contract.ts';
import { PlaceFields, placeSchema } from './place-fields.tsx';
import type { PlaceText } from './use-place-actions.ts';
import shared from '#ui/shared.module.css';

type EditPlaceDialogProps = {
  place: Place;
  onSave: (text: PlaceText) => Promise<unknown>;
  onClose: () => void;
};

export function EditPlaceDialog({ place, onSave, onClose }: EditPlaceDialogProps) {
  const { submit, field, busy } = useForm(placeSchema, {
    defaultValues: { name: place.name, hint: place.hint ?? '' },
    onSubmit: onSave,
  });
  return (
    <Dialog open title="Edit place" closable locked={busy} onClose={onClose}>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <PlaceFields field={field} />
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
