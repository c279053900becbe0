type LabelPatterns = readonly (readonly [RegExp, string])[];

// The first that matches: a browser also names those that it wants to be taken for.
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

const unknown = 'Unknown device';

/** The words for a device, 'Chrome on Android', from what its browser says of itself. Nothing more of that is kept. */
export function describeDevice(userAgent: string): string {
  const browser = named(browsers, userAgent);
  const system = named(systems, userAgent);
  if (browser === undefined) return system ?? unknown;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const named = (words: LabelPatterns, userAgent: string) =>
  words.find(([pattern]) => pattern.test(userAgent))?.[1];

/** What is held in a hand, by its words. */
export const isHandheld = (device: string) => /\b(iPhone|iPad|Android)$/.test(device);

/** Of a session that says nothing of where it is. */
export const deviceLabel = (stored: string | null) => stored || unknown;
