import { t } from '#platform/shared/texts/t.ts';

/** Labels of devices are stored and sent in English. */
export const UNKNOWN_DEVICE = 'Unknown device';

/** A label such as 'Chrome on Android' in the language of the page. */
export function toDeviceName(label: string): string {
  if (label === UNKNOWN_DEVICE) return t('accounts.devices.unknown');
  const [browser = '', system] = label.split(' on ');
  return system === undefined ? label : t('accounts.devices.browser-on-system', { browser, system });
}
