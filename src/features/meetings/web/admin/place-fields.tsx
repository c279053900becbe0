import { TextField } from '#ui/forms/fields.tsx';
import { MAX_PLACE_HINT_LENGTH, MAX_PLACE_LENGTH } from '../../rules.ts';
import type { PlaceText } from './use-place-actions.ts';

type PlaceFieldsProps = {
  place: PlaceText;
  /** The name is missing. */
  isNameMissing: boolean;
  onChange: (place: PlaceText) => void;
};

/** The name and the hint of a place. */
export function PlaceFields({ place, isNameMissing, onChange }: PlaceFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        value={place.name}
        maxLength={MAX_PLACE_LENGTH}
        error={isNameMissing && place.name.trim() === '' ? 'Name is required' : null}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...place, name: currentTarget.value })}
      />
      <TextField
        label={
          <>
            Hint <span className="soft light">optional</span>
          </>
        }
        value={place.hint}
        maxLength={MAX_PLACE_HINT_LENGTH}
        placeholder="What makes it easy to find and safe"
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...place, hint: currentTarget.value })}
      />
    </>
  );
}
