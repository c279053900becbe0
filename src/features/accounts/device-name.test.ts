import { expect, test } from 'vitest';
import { UNKNOWN_DEVICE, toDeviceName } from './device-name.ts';

test.each(['Chrome on Android', 'Samsung Internet on Android', 'Firefox', 'iPad', UNKNOWN_DEVICE])(
  'the label %s stays as it is in English',
  (label) => {
    expect(toDeviceName(label)).toBe(label);
  },
);
