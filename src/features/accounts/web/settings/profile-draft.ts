import { openDraft } from '#platform/web/forms/open-draft.ts';

export type ProfileValues = { name: string; university: string };

const draft = openDraft('profile-edit');

/**
 * Saves only the fields that differ from the stored profile, so that it does not undo a change made on
 * another device.
 */
export function saveProfileDraft(before: ProfileValues, values: ProfileValues): void {
  const changes = {
    ...(values.name !== before.name && { name: values.name }),
    ...(values.university !== before.university && { university: values.university }),
  };
  if (Object.keys(changes).length === 0) draft.clear();
  else draft.save(changes);
}

export function readProfileDraft(): Partial<ProfileValues> {
  const stored = (draft.read() ?? {}) as Record<string, unknown>;
  return {
    ...(typeof stored['name'] === 'string' && { name: stored['name'] }),
    ...(typeof stored['university'] === 'string' && { university: stored['university'] }),
  };
}

export const clearProfileDraft = (): void => draft.clear();
