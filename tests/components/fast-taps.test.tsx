/** A button of the team decides once, although the second of two fast taps comes before it is drawn busy. */
import { screen } from '@testing-library/react';
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
import { robin, uuid } from '#tests/support/components/sample-data.ts';

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
