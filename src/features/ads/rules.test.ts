import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { AD_FREE_CLASS, AD_FREE_UNTIL_KEY, HIDE_ADS_SCRIPT } from './rules.ts';

/** Whether the script in the head hides ads for this stored value. */
function hides(kept: string | null | Error): boolean {
  const classes = new Set<string>();
  const localStorage = {
    getItem: (key: string) => {
      if (kept instanceof Error) throw kept;
      return key === AD_FREE_UNTIL_KEY ? kept : 'something else';
    },
  };
  const document = { documentElement: { classList: classes } };
  runInNewContext(HIDE_ADS_SCRIPT, { localStorage, document });
  return classes.has(AD_FREE_CLASS);
}

describe('before the first paint', () => {
  const inAnHour = new Date(Date.now() + 3600_000).toISOString();
  const anHourAgo = new Date(Date.now() - 3600_000).toISOString();

  it.each([
    [true, inAnHour],
    [false, anHourAgo],
    [false, null],
    [false, ''],
    [false, 'for ever'],
    [false, new Error('The browser refuses its storage')],
  ])('the slots are taken away: %s, when the device has kept %s', (hidden, kept) => {
    expect(hides(kept)).toBe(hidden);
  });

  it('says nothing that would end its element', () => {
    expect(HIDE_ADS_SCRIPT).not.toMatch(/[<&]/);
  });
});
