import { formSchema } from '#platform/web/forms/form-schema.ts';
import type { useForm } from '#platform/web/forms/use-form.ts';
import { TextField } from '#ui/forms/fields.tsx';
import { MAX_PLACE_HINT_LENGTH, MAX_PLACE_LENGTH } from '../../rules.ts';
import type { PlaceText } from './use-place-actions.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';

export const placeSchema = formSchema((place: PlaceText, refuse) => {
  if (place.name.trim() === '') refuse('name', 'Name is required');
  return place;
});

type PlaceFieldsProps = Pick<ReturnType<typeof useForm<PlaceText, PlaceText>>, 'field'>;

/** The name and the hint of a place. */
export function PlaceFields({ field }: PlaceFieldsProps) {
  return (
    <>
      <TextField {...field('name')} label="Name" maxLength={MAX_PLACE_LENGTH} autoComplete="off" />
      <TextField
        {...field('hint')}
        label={
          <>
            Hint <span className={cx(shared.soft, fieldStyles.optional)}>optional</span>
          </>
        }
        maxLength={MAX_PLACE_HINT_LENGTH}
        placeholder="What makes it easy to find and safe"
        autoComplete="off"
      />
    </>
  );
}
