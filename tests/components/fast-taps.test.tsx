/** A button decides once, although the second of two fast taps comes before it is drawn busy. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { type Answers, type FakeRequest, refuse } from '#tests/support/components/fake-server.ts';
import { control, expectToast, fill, press, renderScreen } from '#tests/support/components/render-screen.tsx';
import {
  moderator,
  sampleAppealedCase,
  sampleCaseDetail,
  sampleMeasure,
} from '#tests/support/components/sample-cases.ts';
import { inDays, notificationSettings, robin, uuid } from '#tests/support/components/sample-data.ts';

const page = `/admin/cases/${uuid(60)}`;
const admin: CurrentUser = { ...robin, isAdmin: true, roles: ['admin'] };

/** The second of two decisions is refused, as by the server. */
function once<Output>(output: Output) {
  let isDone = false;
  return () => {
    if (isDone) return refuse(409, 'case-closed', 'This case is closed.');
    isDone = true;
    return output;
  };
}

async function tapTwice(name: string | RegExp, inside?: HTMLElement): Promise<void> {
  const button = await control('button', name, inside);
  button.click();
  button.click();
}

const inDialog = () => screen.findByRole('dialog');
const choose = async (name: string) => (await control('radio', name, await inDialog())).click();

type Decision = {
  key: FakeRequest['key'];
  found: ReturnType<typeof sampleCaseDetail>;
  output?: unknown;
  decide: () => Promise<void>;
  toast: string;
};

const decisions: Record<string, Decision> = {
  take: {
    key: 'POST /api/staff/cases/:id/take',
    found: sampleCaseDetail({ allowed: ['take', 'hide', 'close'] }),
    output: sampleCaseDetail({ state: 'in-review', allowed: ['release', 'hide', 'close'] }),
    decide: () => tapTwice('Take the case'),
    toast: 'You took the case',
  },
  release: {
    key: 'POST /api/staff/cases/:id/release',
    found: sampleCaseDetail({ state: 'in-review', allowed: ['release'] }),
    output: sampleCaseDetail({ allowed: ['take'] }),
    decide: () => tapTwice('Give the case back'),
    toast: 'You gave the case back',
  },
  approve: {
    key: 'POST /api/staff/cases/:id/approve',
    found: sampleCaseDetail({ isFirstListing: true, allowed: ['approve', 'close'] }),
    decide: () => tapTwice(/^Approve/),
    toast: 'Listing approved',
  },
  close: {
    key: 'POST /api/staff/cases/:id/close',
    found: sampleCaseDetail({ allowed: ['close'] }),
    decide: async () => {
      await press(/^Close/);
      await tapTwice('Close the case', await inDialog());
    },
    toast: 'Case closed',
  },
  hide: {
    key: 'POST /api/staff/cases/:id/measures',
    found: sampleCaseDetail({ allowed: ['hide'] }),
    output: sampleMeasure(),
    decide: async () => {
      await press(/^Hide/);
      await choose('Scam');
      await tapTwice('Hide listing', await inDialog());
    },
    toast: 'Listing hidden',
  },
  lift: {
    key: 'POST /api/staff/measures/:id/lift',
    found: sampleCaseDetail({ state: 'closed', allowed: [], measures: [sampleMeasure()] }),
    output: sampleMeasure({ state: 'lifted' }),
    decide: async () => {
      await press('Show the listing again');
      await tapTwice('Show the listing again', await inDialog());
    },
    toast: 'Measure lifted',
  },
  'answer an appeal': {
    key: 'POST /api/staff/appeals/:id/decide',
    found: sampleAppealedCase(),
    decide: async () => {
      await press('Reverse');
      await fill('Answer to the person *', 'The phone was stolen.');
      await tapTwice('Reverse', await inDialog());
    },
    toast: 'Appeal answered',
  },
  'remove a review': {
    key: 'DELETE /api/admin/reviews/:id',
    found: sampleCaseDetail({
      target: { type: 'review', id: uuid(30), title: 'Robin' },
      book: null,
      text: 'Never came.',
      allowed: ['remove-review'],
    }),
    decide: async () => {
      await press(/^Remove review/);
      await choose('Harassment');
      await tapTwice('Remove review', await inDialog());
    },
    toast: 'Review removed',
  },
};

test.for(Object.entries(decisions))('%s: two taps send one request', async ([, decision]) => {
  const { key, found, output = {}, decide, toast } = decision;
  const answers = { 'GET /api/staff/cases/:id': found, [key]: once(output) } as Answers;
  const { server } = renderScreen(page, { user: moderator, ...answers });
  await decide();
  await expectToast(toast);
  expect(server.requests.filter((request) => request.key === key)).toHaveLength(1);
});

test('roles are saved once for two taps', async () => {
  const { needsPasskey: _, isAdFreeSubscriber: _ads, ...publicFields } = robin;
  const listed = { ...publicFields, staffSince: null, adminLock: null, pausedUntil: null, activeListings: 0 };
  const { server } = renderScreen('/admin?tab=users', {
    user: admin,
    'GET /api/admin/users': [listed],
    'PUT /api/admin/users/:id/roles': once({ roles: ['moderator' as const] }),
  });
  await press(/^Roles of/);
  (await control('switch', /^Moderator/, await inDialog())).click();
  await tapTwice('Save', await inDialog());
  await expectToast('Roles saved');
  expect(server.sent('PUT /api/admin/users/:id/roles')).toEqual([{ roles: ['moderator'] }]);
});

test('a link that verifies an email is sent once for two taps', async () => {
  const { server } = renderScreen('/profile', {
    user: { ...robin, emailVerified: false },
    'POST /api/auth/send-verification-email': once({ done: true as const }),
  });
  await tapTwice('Send again');
  await expectToast('Email sent');
  expect(server.sent('POST /api/auth/send-verification-email')).toHaveLength(1);
});

test('the other devices are signed out once for two taps', async () => {
  const device = {
    device: 'Chrome on Windows',
    isHandheld: false,
    signedInAt: inDays(-2),
    lastUsedAt: inDays(-1),
  };
  const { server } = renderScreen('/account-settings', {
    user: robin,
    'GET /api/users/me/notifications': notificationSettings,
    'GET /api/users/me/sessions': [
      { ...device, id: uuid(80), isCurrent: true },
      { ...device, id: uuid(81), isCurrent: false },
    ],
    'DELETE /api/users/me/sessions': once({ done: true }),
  });
  await tapTwice('Sign out other devices');
  await waitFor(() => expect(server.sent('GET /api/users/me/sessions').length).toBeGreaterThan(1));
  expect(server.sent('DELETE /api/users/me/sessions')).toHaveLength(1);
});

test('the choices of a switch are sent in order, each after the answer to the one before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { server } = renderScreen('/account-settings', {
    user: robin,
    'GET /api/users/me/notifications': notificationSettings,
    'PATCH /api/users/me': async ({ body }) => {
      await promise;
      return { ...robin, ...(body as object) };
    },
  });
  const name = /^Search engines may show my profile/;
  for (const isOn of [false, true, false]) {
    (await control('switch', name)).click();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name }).checked).toBe(isOn));
  }
  const sent = () => server.sent('PATCH /api/users/me');
  expect(sent()).toEqual([{ isIndexable: false }]);
  resolve();
  await waitFor(() =>
    expect(sent()).toEqual([{ isIndexable: false }, { isIndexable: true }, { isIndexable: false }]),
  );
});
