import type { PlainTextId } from '../../platform/shared/texts/t.ts';

type SettingDefinition = {
  /** In force until a user changes the setting. */
  default: boolean | string;
  choices?: readonly string[];
  /** In the documentation of the API. */
  description: string;
  /** A switch of Account Settings, among those for pushes or for emails. Without it the page has its own control. */
  row?: { icon: string; label: PlainTextId; text: PlainTextId };
};

/**
 * Each setting of notifications, defined once: the contract, the defaults of the table, the settings of a receiver and the
 * switches of Account Settings are derived from this. The names say the channel. It imports types alone: drizzle-kit reads this file.
 */
export const settingDefinitions = {
  mailMessages: { default: false, description: 'Email about messages unread for an hour' },
  pushWanted: {
    default: true,
    description: 'Push messages about wanted books',
    row: {
      icon: 'search',
      label: 'notifications.setting.push-wanted',
      text: 'notifications.setting.push-wanted-text',
    },
  },
  mailWanted: {
    default: 'daily',
    choices: ['at-once', 'daily', 'off'],
    description: 'Emails about wanted books: of each match, a daily digest, or none',
  },
  pushPrices: {
    default: true,
    description: 'Push messages about lower prices of saved books',
    row: {
      icon: 'tag',
      label: 'notifications.setting.push-prices',
      text: 'notifications.setting.prices-text',
    },
  },
  mailPrices: {
    default: false,
    description: 'Emails about the same',
    row: {
      icon: 'tag',
      label: 'notifications.setting.mail-prices',
      text: 'notifications.setting.prices-text',
    },
  },
  pushReminders: {
    default: true,
    description: 'Push messages about listings that expire soon and books to sell again',
    row: {
      icon: 'clock',
      label: 'notifications.setting.push-reminders',
      text: 'notifications.setting.reminders-text',
    },
  },
  mailReminders: {
    default: true,
    description: 'Emails about the same',
    row: {
      icon: 'clock',
      label: 'notifications.setting.mail-reminders',
      text: 'notifications.setting.reminders-text',
    },
  },
} as const satisfies Record<`${'push' | 'mail'}${string}`, SettingDefinition>;

type Definitions = typeof settingDefinitions;
export type SettingName = keyof Definitions;

/** A value for each setting: true or false, or one of its choices. */
export type SettingValues = {
  [Name in SettingName]: Definitions[Name] extends { choices: readonly (infer Choice)[] } ? Choice : boolean;
};

export const settingNames = Object.keys(settingDefinitions) as SettingName[];

export const defaultSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingDefinitions[name].default]),
) as SettingValues;
