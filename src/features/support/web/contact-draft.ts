/** The prefix marks what vanishes from the device at sign-out. */
const draftKey = 'bookswap:private:support-draft';

export const contactFields = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactDraft = Record<ContactField, string>;

/**
 * What was written, for as long as the tab is open: it outlives a failed send and a reload, and not the next person at a library's
 * computer. A browser that keeps nothing does without.
 */
export function saveContactDraft(draft: ContactDraft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // The form works all the same.
  }
}

export function readContactDraft(): Partial<ContactDraft> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(
      contactFields.flatMap((field) => (typeof kept[field] === 'string' ? [[field, kept[field]]] : [])),
    );
  } catch {
    return {};
  }
}

export function clearContactDraft(): void {
  try {
    sessionStorage.removeItem(draftKey);
  } catch {
    // Nothing can be kept there either.
  }
}
