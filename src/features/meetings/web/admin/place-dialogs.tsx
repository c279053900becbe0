import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import type { Place } from '../../contract.ts';
import { MAX_PLACE_HINT_LENGTH, MAX_PLACE_LENGTH } from '../../rules.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';

export type PlaceText = { name: string; hint: string };

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
    <Dialog open title={t('meetings.places.edit-title')} closable locked={busy} onClose={onClose}>
      <form className={shared.stack} noValidate onSubmit={submit}>
        <PlaceFields field={field} />
        <Button type="submit" wide size="tall" busy={busy}>
          {t('meetings.places.save')}
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
    title={t('meetings.places.delete-title')}
    text={t('meetings.places.delete-text', { name: place.name })}
    cancelLabel={t('meetings.places.delete-keep')}
    confirmLabel={t('meetings.places.delete-confirm')}
    danger
    busy={busy}
    onConfirm={onDelete}
  />
);

export const placeSchema = formSchema((place: PlaceText, refuse) => {
  if (place.name.trim() === '') refuse('name', t('meetings.places.name-required'));
  return place;
});

type PlaceFieldsProps = Pick<ReturnType<typeof useForm<PlaceText, PlaceText>>, 'field'>;

/** The name and the hint of a place. */
export function PlaceFields({ field }: PlaceFieldsProps) {
  return (
    <>
      <TextField
        {...field('name')}
        label={t('meetings.places.name')}
        maxLength={MAX_PLACE_LENGTH}
        autoComplete="off"
      />
      <TextField
        {...field('hint')}
        label={rich('meetings.places.hint', {
          note: (text) => <span className={cx(shared.soft, fieldStyles.optional)}>{text}</span>,
        })}
        maxLength={MAX_PLACE_HINT_LENGTH}
        placeholder={t('meetings.places.hint-example')}
        autoComplete="off"
      />
    </>
  );
}
