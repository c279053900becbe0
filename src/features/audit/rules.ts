/** The actions of administrators, as the audit log stores them. No I/O. */

/** Every action with its label on the dashboard. Stored names never change. */
export const adminActions = {
  'admin-granted': 'Made someone an admin',
  'passkeys-deleted': 'Deleted the passkeys of a user',
  'book-deleted': 'Deleted a listing',
  'user-deleted': 'Deleted a user',
  // The stored names of a ban.
  'email-barred': 'Banned an email',
  'email-unbarred': 'Unbanned an email',
  'test-data-cleaned': 'Cleaned test data',
  'textbooks-seeded': 'Added sample textbooks',
  'courses-imported': 'Imported courses',
  'support-answered': 'Answered a support message',
  'support-closed': 'Closed a support message',
  'support-reopened': 'Reopened a support message',
  'report-handled': 'Handled a report',
  'evidence-read': 'Read the messages of a reported sale',
  'review-removed': 'Removed a review',
  'place-added': 'Added a place',
  'place-edited': 'Changed a place',
  'place-deleted': 'Deleted a place',
  'places-ordered': 'Changed the order of the places',
} as const;
export type AdminAction = keyof typeof adminActions;

export const isAdminAction = (action: string): action is AdminAction => Object.hasOwn(adminActions, action);

/** Counts and ids only, never a name, an address or text of a user: entries outlive the users. */
export type ActionDetails = Record<string, string | number | boolean>;

export type ActionTarget = { kind: 'book' | 'user' | 'report' | 'support' | 'place' | 'review'; id: string };
