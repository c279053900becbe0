import { useEffect, useRef } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { openDraft } from '#platform/web/forms/open-draft.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toast-store.ts';
import type { AccountEndpoints, CurrentUser, ProfileUpdate } from '../../contract.ts';
import { nameLength, universityLength } from '../../rules.ts';
import { useSessionActions } from '../session/session-context.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

type ProfileValues = { name: string; university: string };

const draft = openDraft('profile-edit');

/** Saves only the fields that differ from the stored profile: a change on another device stays. */
function saveProfileDraft(before: ProfileValues, values: ProfileValues): void {
  const changes = {
    ...(values.name !== before.name && { name: values.name }),
    ...(values.university !== before.university && { university: values.university }),
  };
  if (Object.keys(changes).length === 0) draft.clear();
  else draft.save(changes);
}

function readProfileDraft(): Partial<ProfileValues> {
  const { name, university } = (draft.read() ?? {}) as Record<string, unknown>;
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof university === 'string' && { university }),
  };
}

const valuesOf = ({ name, university }: CurrentUser) => ({ name, university: university ?? '' });

const schema = formSchema((values: ProfileValues, refuse) => {
  if (values.name.trim() === '') refuse('name', t('accounts.field.name.required'));
  return values;
});

const isSame = (one: ProfileValues, other: ProfileValues): boolean =>
  one.name === other.name && one.university === other.university;

type Props = {
  user: CurrentUser;
  /** Listings show the changed fields, too. */
  onSaved: () => void;
};

/** The profile form. A draft survives a reload. */
export function ProfileForm({ user, onSaved }: Props) {
  const before = valuesOf(user);
  const save = useSaveProfile();
  const { submit, field, watch, setValue, reset, getValues, busy } = useForm(schema, {
    defaultValues: before,
    draft: {
      read: readProfileDraft,
      save: (values) => saveProfileDraft(before, values),
      clear: draft.clear,
    },
    onSubmit: async (sent) => {
      if (isSame(sent, before)) return;
      const saved = valuesOf(await save(sent));
      // What was typed while the request was pending stays.
      const values = isSame(getValues(), sent) ? saved : getValues();
      reset(values);
      saveProfileDraft(saved, values);
      onSaved();
      toast({ title: t('accounts.profile-form.saved') });
    },
    onRefused: showSaveError,
  });
  const shown = useRef(before);
  useEffect(() => {
    // Changed on another device: what was typed here stays.
    for (const name of ['name', 'university'] as const)
      if (getValues(name) === shown.current[name]) setValue(name, user[name] ?? '');
    shown.current = valuesOf(user);
  }, [user, getValues, setValue]);
  const changed = !isSame(watch(), before);

  return (
    <Section title={t('accounts.profile-form.title')}>
      <form className={cx(listStyles.panel, shared.stack)} noValidate onSubmit={submit}>
        <TextField
          {...field('name')}
          label={t('accounts.label.name')}
          autoComplete="name"
          maxLength={nameLength.max}
        />
        <TextField
          {...field('university')}
          label={t('accounts.label.university')}
          help={before.university === '' ? t('accounts.profile-form.university-help') : undefined}
          autoComplete="organization"
          maxLength={universityLength.max}
        />
        <TextField
          label={t('accounts.label.email')}
          help={t('accounts.profile-form.email-help')}
          type="email"
          value={user.email}
          readOnly
        />
        {/* Uses aria-disabled, so that the button keeps the focus after saving. */}
        <Button type="submit" variant="quiet" busy={busy} aria-disabled={!changed || undefined}>
          {t('accounts.profile-form.submit')}
        </Button>
      </form>
    </Section>
  );
}

export function useSaveProfile(): (body: ProfileUpdate) => Promise<CurrentUser> {
  const api = apiClient<AccountEndpoints>(useTransport());
  const { update } = useSessionActions();
  return async (body) => {
    const user = await api.call('PATCH /api/users/me', { body });
    await update(user);
    return user;
  };
}

/** Shows an error that belongs to no field. */
export function showSaveError(error: unknown): void {
  if (error instanceof ApiError) showErrorToast(error.detail);
  else showErrorToast(t('accounts.profile-form.not-reached'), t('accounts.error.no-connection'));
}
