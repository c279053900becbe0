import { t, textId, type Translate } from '#platform/shared/texts/t.ts';

/** Labels of devices are stored and sent in English. */
export const UNKNOWN_DEVICE = 'Unknown device';

/** A label such as 'Chrome on Android' in the language of the page, or of other texts. */
export function toDeviceName(label: string, text: Translate = t): string {
  if (label === UNKNOWN_DEVICE) return text(textId('accounts.devices.unknown'));
  const [browser = '', system] = label.split(' on ');
  return system === undefined
    ? label
    : text(textId('accounts.devices.browser-on-system'), { browser, system });
}
