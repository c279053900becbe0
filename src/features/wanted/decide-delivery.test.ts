import { describe, expect, it } from 'vitest';
import { decideDelivery } from './decide-delivery.ts';

const normal = { emailVerified: true, hasDevice: true, pushWanted: true, mailWanted: 'daily' } as const;
const decide = (settings: object, isExact: boolean, isHeld = false, isSellerVerified = true) =>
  decideDelivery({ ...normal, ...settings }, { isExact, isHeld, isSellerVerified });

describe('a match', () => {
  it('is pushed if it is the exact ISBN, and waits for the digest otherwise', () => {
    expect(decide({}, true)).toEqual({ push: true, mail: null });
    expect(decide({}, false)).toEqual({ push: false, mail: 'daily' });
  });

  it('is in the digest if there is no device, or push is off', () => {
    for (const without of [{ hasDevice: false }, { pushWanted: false }])
      expect(decide(without, true)).toEqual({ push: false, mail: 'daily' });
  });

  it('is mailed at once if that is chosen, besides a push', () => {
    expect(decide({ mailWanted: 'at-once' }, true)).toEqual({ push: true, mail: 'at-once' });
    expect(decide({ mailWanted: 'at-once' }, false)).toEqual({ push: false, mail: 'at-once' });
  });

  it('is pushed at once, and mailed in the digest, if its seller has no verified email', () => {
    expect(decide({ mailWanted: 'at-once' }, true, false, false)).toEqual({ push: true, mail: 'daily' });
    expect(decide({}, true, false, false)).toEqual({ push: true, mail: null });
  });

  it('is pushed for every match if emails are off or the address is not verified', () => {
    for (const without of [{ mailWanted: 'off' }, { emailVerified: false }] as const)
      expect(decide(without, false)).toEqual({ push: true, mail: null });
  });

  it('waits for the digest if there were enough messages of it, or is on the Wanted tab only', () => {
    for (const settings of [{}, { mailWanted: 'at-once' }] as const)
      expect(decide(settings, true, true)).toEqual({ push: false, mail: 'daily' });
    for (const without of [{ mailWanted: 'off' }, { emailVerified: false }] as const)
      expect(decide(without, true, true)).toEqual({ push: false, mail: null });
  });

  it('is on the Wanted tab only if everything is off', () => {
    expect(decide({ pushWanted: false, mailWanted: 'off' }, true)).toEqual({ push: false, mail: null });
  });
});
