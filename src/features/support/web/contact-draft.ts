import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';

export const contactFields = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactDraft = Record<ContactField, string>;

/**
 * Stored until the tab closes: survives a failed request and a reload, but the next user of a public computer
 * does not see it.
 */
const draft = openDraft('support-draft', tabDrafts);

export const saveContactDraft = (values: ContactDraft): void => void draft.save(values);

export function readContactDraft(): Partial<ContactDraft> {
  const stored = (draft.read() ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    contactFields.flatMap((field) => (typeof stored[field] === 'string' ? [[field, stored[field]]] : [])),
  );
}

export const clearContactDraft = (): void => draft.clear();
