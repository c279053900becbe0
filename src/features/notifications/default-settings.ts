/** The settings that are in force until a user changes them. */
export const defaultNotificationSettings = {
  mailMessages: false,
  pushWanted: true,
  mailWanted: 'daily',
  pushPrices: true,
  mailPrices: false,
  pushReminders: true,
  mailReminders: true,
} as const;
