import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';
import type { CampusValues } from './campus-form.ts';

const draft = openDraft('campus-settings', tabDrafts);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Of one shape: texts, or lists. */
const isAlike = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other);

/** The changed fields of the form, until the tab of the browser is closed. `before`: what is stored. */
export const campusDraft = (before: CampusValues) => ({
  read: (): Partial<CampusValues> => {
    const stored = (draft.read() ?? {}) as Record<string, unknown>;
    const known = Object.entries(before).filter(([name, value]) => isAlike(stored[name], value));
    return Object.fromEntries(known.map(([name]) => [name, stored[name]]));
  },
  save: (values: CampusValues): void => {
    const changed = Object.entries(values).filter(
      ([name, value]) => !isSame(value, before[name as keyof CampusValues]),
    );
    if (changed.length === 0) draft.clear();
    else draft.save(Object.fromEntries(changed));
  },
  clear: draft.clear,
});
