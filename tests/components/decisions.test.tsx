import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectToast,
  fill,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { sampleDecision } from '#tests/support/components/sample-cases.ts';
import { inDays, notificationSettings, robin, uuid } from '#tests/support/components/sample-data.ts';

const appeal = {
  text: 'I never wrote that message.',
  state: 'waiting',
  note: '',
  isSameMember: false,
  createdAt: inDays(0),
  decidedAt: null,
} as const;

test('decisions are listed, and their appeal survives closing and is sent once', async () => {
  const { server } = renderScreen('/account-settings/decisions', {
    user: robin,
    'GET /api/decisions': [
      sampleDecision(),
      sampleDecision({ id: uuid(62), appeal: { ...appeal, state: 'reversed', decidedAt: inDays(-1) } }),
    ],
    'GET /api/decisions/:id': sampleDecision(),
    'POST /api/decisions/:id/appeal': () => {
      server.answers['GET /api/decisions/:id'] = sampleDecision({ canAppeal: false, appeal });
      return Response.json(sampleDecision({ canAppeal: false, appeal }), { status: 201 });
    },
  });
  await shows(/Listing hiddenCampbell Biology, 11th Edition, todayNew/);
  await shows('Appeal answered: restored');
  (await control('link', /^Listing hidden/)).click();
  await shows(/We hid your listing.*until it is lifted.*Nobody else sees the listing\./);
  await shows(/ScamRuleNever ask for money before you meet\..*2 reports and 1 notice led to it\./);
  await press('Appeal this decision');
  await press('Send appeal', await screen.findByRole('dialog'));
  await shows('Write why the decision is wrong');
  await fill('Why is the decision wrong?', appeal.text);
  await press('Cancel', screen.getByRole('dialog'));
  await press('Appeal this decision');
  const send = await control('button', 'Send appeal', await screen.findByRole('dialog'));
  send.click();
  send.click();
  await expectToast('Appeal sent');
  await shows(/You appealed on .*Your appealI never wrote that message\./);
  expect(screen.queryByRole('button', { name: 'Appeal this decision' })).toBeNull();
  expect(server.sent('POST /api/decisions/:id/appeal')).toEqual([{ text: appeal.text }]);
});

test('a lifted decision has nothing to appeal, and does not say that it is too late', async () => {
  const lifted = sampleDecision({
    state: 'lifted',
    endedAt: inDays(0),
    canAppeal: false,
    liftNote: 'Our mistake',
  });
  renderScreen(`/account-settings/decisions/${lifted.id}`, {
    user: robin,
    'GET /api/decisions/:id': lifted,
  });
  await shows(/Your listing is shown again\..*Our mistake/);
  expect(document.body.textContent).not.toContain('The time to appeal');
});

test('the settings and the profile say that there is a new decision', async () => {
  const answers = {
    user: robin,
    'GET /api/decisions/summary': { new: 2 },
    'GET /api/users/me/notifications': notificationSettings,
  };
  renderScreen('/account-settings', answers);
  await control('link', /Decisions about you.*2 new/);
  renderScreen('/profile', answers);
  const link = await control('link', 'Read why');
  expect(link.getAttribute('href')).toBe('/account-settings/decisions');
});

test('who is deleted appeals by the link of the mail, whose token leaves the address', async () => {
  const banned = sampleDecision({ kind: 'delete', isBanned: true, title: null, bookId: null });
  const { server } = renderScreen('/appeal?token=signed', {
    'POST /api/appeals/read': banned,
    'POST /api/appeals': () => {
      server.answers['POST /api/appeals/read'] = { ...banned, canAppeal: false, appeal };
      return Response.json({ ...banned, canAppeal: false, appeal }, { status: 201 });
    },
  });
  await shows(/We deleted your account.*this email can't be used to sign up again/);
  await waitFor(() => expect(location.search).toBe(''));
  await press('Appeal this decision');
  await fill('Why is the decision wrong?', appeal.text);
  await press('Send appeal', screen.getByRole('dialog'));
  await shows(/You appealed on /);
  expect(server.sent('POST /api/appeals')).toEqual([{ token: 'signed', text: appeal.text }]);
});

test('a link that the server does not accept says what to do', async () => {
  renderScreen('/appeal?token=old', { 'POST /api/appeals/read': () => refuse(404, 'decision-not-found') });
  await shows("This link doesn't work");
  renderScreen('/appeal');
  await shows("This link doesn't work");
});
