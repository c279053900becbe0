import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';

type Typed = { email?: string; name?: string };

const stored = openDraft('sign-in', tabDrafts);

/** Without what is empty: a field keeps what was typed before hydration. */
function readTyped(): Typed {
  const values = (stored.read() ?? {}) as Record<string, unknown>;
  const entries = Object.entries(values).filter(([, value]) => typeof value === 'string' && value !== '');
  return Object.fromEntries(entries);
}

/**
 * What was typed last, for a switch between sign-in, sign-up and password reset, and for another language, with which
 * the page loads again. Never the password.
 */
export const lastTypedEmail = (): string => readTyped().email ?? '';

/** The draft of a form that asks for an email, and for the name of a new user. */
export const typedDraft = (withName: boolean) => ({
  read(): Typed {
    const { email, name } = readTyped();
    return { ...(email !== undefined && { email }), ...(withName && name !== undefined && { name }) };
  },
  save: ({ email, name = readTyped().name }: Typed) => void stored.save({ email, name }),
  clear: stored.clear,
});
