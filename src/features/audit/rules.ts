/** What administrators do, as it is written down. Pure: no I/O, nothing but the language. */

/**
 * Every action of the log with the words that the dashboard has for it. Whoever makes another action adds it here; what was
 * written down once keeps its name.
 */
export const adminActions = {
  'admin-granted': 'Made somebody an administrator',
  'book-deleted': 'Deleted a listing',
  'user-deleted': 'Deleted a person',
  'email-barred': 'Barred an email from signing up',
  'email-unbarred': 'Let a barred email sign up again',
  'test-data-cleaned': 'Cleaned test data',
  'textbooks-seeded': 'Added sample textbooks',
  'support-answered': 'Answered a support message',
  'support-closed': 'Put a support message away',
  'support-reopened': 'Took up a support message again',
  'report-handled': 'Dealt with a report',
} as const;
export type AdminAction = keyof typeof adminActions;

export const isAdminAction = (action: string): action is AdminAction => Object.hasOwn(adminActions, action);

/** Counts and ids. Never a name, an address or anything that somebody wrote: entries outlive the people they speak of. */
export type ActionDetails = Record<string, string | number | boolean>;

/** What was acted on. */
export type ActionTarget = { kind: 'book' | 'user' | 'report' | 'support'; id: string };
