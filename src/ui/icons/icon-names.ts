/** Symbols that every document inlines, so that none is missing at first paint or offline. */
export const CORE_ICONS = [
  'home',
  'heart',
  'heart-filled',
  'message',
  'profile',
  'plus',
  'lock',
  'search',
  'boost',
  'back',
  'share',
  'more',
  'eye',
  'verified',
  'chevron-right',
  'close',
  'check',
  'alert',
  'refresh',
  'offline',
] as const;

/** The others come from one cached file, loaded when a page first shows one. */
export const SHEET_ICONS = [
  'chevron-down',
  'trash',
  'edit',
  'check-double',
  'camera',
  'flag',
  'send',
  'star',
  'shield',
  'bell',
  'sun',
  'moon',
  'grip',
  'clock',
  'info',
  'card',
  'book',
  'mail',
  'users',
  'logout',
  'help',
  'key',
  'copy',
  'pin',
  'no-ads',
  'trend',
  'cloud',
  'download',
  'phone',
  'laptop',
  'cap',
  'upload',
] as const;

export type IconName = (typeof CORE_ICONS)[number] | (typeof SHEET_ICONS)[number];

const core: ReadonlySet<string> = new Set(CORE_ICONS);
export const isCoreIcon = (name: IconName): boolean => core.has(name);
