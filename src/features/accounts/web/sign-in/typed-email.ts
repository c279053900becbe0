import { openDraft, tabDrafts } from '#platform/web/forms/open-draft.ts';

/**
 * The last content of the email field, for a switch between sign-in, sign-up and password reset, and for a change of
 * the language, which loads the page again.
 */
const { readText, saveText } = openDraft('email', tabDrafts);

/** Of a page that is not the server's. */
export const lastTypedEmail = (): string => readText() ?? '';
export const noteTypedEmail = (email: string): void => void saveText(email);
