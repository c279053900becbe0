import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import { control, fill, press, renderScreen, shows } from '#tests/support/components/render-screen.tsx';

const receipt = {
  receipt: 'N-2026-0214',
  createdAt: '2026-11-23T09:41:00.000Z',
  page: 'Campbell Biology',
  mail: 'link' as const,
};
const boxOf = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const check = async (name: RegExp) => (await screen.findByRole('checkbox', { name })).click();

async function fillIn(): Promise<void> {
  await waitFor(async () =>
    expect((await boxOf('Address of the page')).value).toBe(`${location.origin}/help`),
  );
  await fill('What is illegal about it? *', 'It is a copy.');
  await check(/^To the best/);
}

test('a notice names what is missing, survives a failure and a reload, and becomes a receipt', async () => {
  renderScreen('/report-illegal?url=/help', { 'POST /api/notices': () => refuse(503) });
  await press('Send report');
  for (const text of [
    'Tell us why you think it is illegal',
    'Enter your name',
    'Enter your email',
    'Confirm that it is correct and complete',
  ])
    await shows(text);
  await fillIn();
  await fill('Your name *', 'Ada Reeves');
  await fill('Your email *', 'ada@reeves.example');
  await press('Send report');
  await shows('What you wrote is kept in this tab.');

  const { server } = renderScreen('/report-illegal?url=/help', { 'POST /api/notices': receipt });
  await waitFor(async () => expect((await boxOf('Your name')).value).toBe('Ada Reeves'));
  await press('Send report');
  await shows('N-2026-0214');
  await shows('Campbell Biology');
  await shows('Open the link in our email.');
  expect(server.sent('POST /api/notices')).toEqual([
    {
      url: `${location.origin}/help`,
      reason: 'It is a copy.',
      endangersChild: false,
      goodFaith: true,
      name: 'Ada Reeves',
      email: 'ada@reeves.example',
    },
  ]);
});

test('a danger to a child needs neither name nor email', async () => {
  const { server } = renderScreen('/report-illegal?url=/help', {
    'POST /api/notices': { ...receipt, page: null, mail: 'none' },
  });
  await fillIn();
  await check(/^It endangers a child/);
  await press('Send report');
  await shows('Without your email we cannot write to you.');
  expect(server.sent('POST /api/notices')).toMatchObject([{ endangersChild: true, goodFaith: true }]);
});

test('the link of the first mail confirms with a button, and says when it no longer works', async () => {
  renderScreen('/notice?token=abc', { 'POST /api/notices/confirm': { ...receipt, mail: 'receipt' } });
  await press('Send me the receipt');
  await shows('N-2026-0214');
  renderScreen('/notice?token=old', {
    'POST /api/notices/confirm': () => refuse(404, 'notice-not-found'),
  });
  await press('Send me the receipt');
  await shows('This link no longer works');
});

test('legal pages say who runs the campus, or that it is not filled in', async () => {
  renderScreen('/imprint', {
    'GET /api/imprint': {
      campus: 'Northfield University',
      name: 'Northfield Student Union',
      address: '1 College Street\nNorthfield',
      email: 'books@northfield.example',
      person: 'Ruth Abara',
    },
  });
  await shows('BookSwap at Northfield University is run by:');
  await shows('Ruth Abara, address as above');
  expect((await control('link', 'books@northfield.example')).getAttribute('href')).toBe(
    'mailto:books@northfield.example',
  );
  renderScreen('/terms');
  await shows('The operator has not filled this in yet.');
  const report = await control('link', 'Report illegal content');
  expect(report.getAttribute('href')).toBe('/report-illegal?url=/terms');
});

test('the legal pages tell what the team, search engines and neighbors see, and how to appeal', async () => {
  renderScreen('/privacy');
  await shows(/Our team, moderators and admins, sees a message only if one of you reports it/);
  await shows(/Only admins see your email, payments and messages/);
  await shows(/how many meetings you missed if there are at least three in a year/);
  await shows(/Search engines can find your listings and, unless you turn it off/);
  await shows(/it shows your listings that are for sale, without your name/);
  await shows(/What our team decides about you and your listings, with the reasons, and your appeals/);
  renderScreen('/terms');
  await shows(/pause your account for 1, 7 or 30 days/);
  await shows(/You can appeal each decision once, within 6 months/);
});

test('public pages lead to the report of their address', async () => {
  renderScreen('/help');
  const link = await control('link', 'Report illegal content');
  expect(link.getAttribute('href')).toBe('/report-illegal?url=%2Fhelp');
});

test('the public numbers hide small ones', async () => {
  const none = { reports: 0, notices: 0, measures: 0 };
  const reasons = [
    'scam',
    'prohibited-item',
    'harassment',
    'fake-account',
    'illegal-content',
    'other',
  ] as const;
  renderScreen('/transparency', {
    'GET /api/transparency': {
      year: 2026,
      years: [2026, 2025],
      reports: 148,
      notices: 'at least 23',
      measures: 'fewer than 5',
      byReason: [
        { reason: 'spam', reports: 148, notices: 'fewer than 5', measures: 0 },
        ...reasons.map((reason) => ({ reason, ...none })),
      ],
      appeals: 9,
      reversals: 'fewer than 5',
      medianHours: 7,
      byProgram: 0,
    },
  });
  await shows('7 hours');
  await shows('23+');
  expect((await screen.findAllByText('fewer than 5')).length).toBe(3);
  expect(await screen.findByRole('combobox', { name: 'Year' })).toBeTruthy();
});
