import { UNKNOWN_DEVICE } from '../../../device-name.ts';

type LabelPatterns = readonly (readonly [RegExp, string])[];

// The first match wins: a browser also names those that it imitates.
const browsers: LabelPatterns = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/DuckDuckGo\/|Ddg\//, 'DuckDuckGo'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: LabelPatterns = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** A label such as 'Chrome on Android'. Nothing else of the user agent is stored. */
export function describeDevice(userAgent: string): string {
  const browser = named(browsers, userAgent);
  const system = named(systems, userAgent);
  if (browser === undefined) return system ?? UNKNOWN_DEVICE;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const named = (words: LabelPatterns, userAgent: string) =>
  words.find(([pattern]) => pattern.test(userAgent))?.[1];

export const isHandheld = (device: string) => /\b(iPhone|iPad|Android)$/.test(device);

/** The label of a device, also of a session without a user agent. */
export const deviceLabel = (stored: string | null) => stored || UNKNOWN_DEVICE;
