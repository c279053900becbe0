import type { ServerContext } from '#platform/server/server-context.ts';

/** The last lines of each email that a setting ends. */
export const stopEmailsText = ({ publicUrl }: Pick<ServerContext, 'publicUrl'>): string =>
  `To stop these emails, go to Notifications in Account Settings:
${publicUrl}/account-settings`;
