import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '#platform/web/transport.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { CurrentUser } from '../../contract.ts';
import { nameLength, universityLength } from '../../rules.ts';
import { saveProfileDraft, type ProfileValues, readProfileDraft } from './profile-draft.ts';
import { showSaveError, useSaveProfile } from './use-save-profile.ts';

type ProfileErrors = Partial<Record<keyof ProfileValues, string>>;

const valuesOf = ({ name, university }: CurrentUser): ProfileValues => ({
  name,
  university: university ?? '',
});

type Props = {
  user: CurrentUser;
  /** Listings show the changed fields, too. */
  onSaved: () => void;
};

/** The profile form. A draft survives a reload. */
export function ProfileForm({ user, onSaved }: Props) {
  const before = valuesOf(user);
  const [changes, setChanges] = useState(() => readProfileDraft());
  const [problems, setProblems] = useState<ProfileErrors>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(changes);
  const save = useSaveProfile();
  const values = { ...before, ...changes };
  const changed = values.name !== before.name || values.university !== before.university;

  const change = (part: Partial<ProfileValues>) => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setChanges(next);
    saveProfileDraft(before, { ...before, ...next });
  };
  const show = (found: ProfileErrors) => {
    setProblems(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !changed) return;
    if (values.name.trim() === '') return show({ name: 'Name is required' });
    setBusy(true);
    setProblems({});
    try {
      const saved = valuesOf(await save(values));
      // What was typed while the request was pending stays.
      const isNewer = latest.current !== changes;
      if (!isNewer) {
        latest.current = {};
        setChanges(latest.current);
      }
      saveProfileDraft(saved, isNewer ? { ...saved, ...latest.current } : saved);
      onSaved();
      toast({ title: 'Profile saved' });
    } catch (error) {
      const found = toProfileErrors(error);
      if (Object.keys(found).length > 0 && form.current !== null) show(found);
      else showSaveError(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Section title="Profile info">
      <form ref={form} className="panel stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={nameLength.max}
          error={problems.name}
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <TextField
          label="University"
          name="university"
          help={before.university === '' ? 'Buyers like to know where you study.' : undefined}
          autoComplete="organization"
          maxLength={universityLength.max}
          error={problems.university}
          value={values.university}
          onChange={(event) => change({ university: event.target.value })}
        />
        <TextField
          label="Email"
          help="Only you and admins can see it."
          type="email"
          value={user.email}
          readOnly
          className="readonly"
        />
        {/* Uses aria-disabled, so that the button keeps the focus after saving. */}
        <Button type="submit" variant="quiet" busy={busy} aria-disabled={!changed || undefined}>
          Save changes
        </Button>
      </form>
    </Section>
  );
}

function toProfileErrors(error: unknown): ProfileErrors {
  const found: ProfileErrors = {};
  if (error instanceof ApiError)
    for (const { path, message } of error.errors)
      if (path === 'name' || path === 'university') found[path] ??= message;
  return found;
}
