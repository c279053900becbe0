import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import { FakeSocket } from '#tests/support/components/fake-socket.ts';
import {
  control,
  expectToast,
  fill,
  hides,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import {
  moderator,
  sampleAppealedCase,
  sampleCase,
  sampleCaseDetail,
  sampleMeasure,
} from '#tests/support/components/sample-cases.ts';
import { inDays, uuid } from '#tests/support/components/sample-data.ts';

const page = `/admin/cases/${uuid(60)}`;
const choose = async (name: string) =>
  (await control('radio', name, await screen.findByRole('dialog'))).click();

test('cases are listed with what came in, and change at once for everybody', async () => {
  const { server } = renderScreen('/admin?tab=cases', {
    user: moderator,
    'GET /api/staff/cases/summary': { open: 4, inReview: 2, late: 1 },
    'GET /api/staff/cases': [
      sampleCase({ isLate: true }),
      sampleCase({
        id: uuid(61),
        target: { type: 'book', id: uuid(11), title: 'The Odyssey' },
        appeal: { id: uuid(66), measureKind: 'remove', reviewId: null, reason: 'spam', canDecide: false },
      }),
      sampleCase({ id: uuid(67), isFirstListing: true, reports: 0, notices: 0 }),
    ],
  });
  await shows(/4open2in review1over 48 hours/);
  await shows(/Campbell Biology2 reports, 1 notice: Scam.*OpenOlder than 48 hours/);
  await shows('Appeal: The OdysseyRemoved for spam. You decided, so someone else reviews it.');
  await shows('First listing by Ann Seller');
  server.answers['GET /api/staff/cases'] = [
    sampleCase({ state: 'in-review', takenBy: { id: uuid(70), name: 'Ruth' } }),
  ];
  act(() => FakeSocket.opened.at(-1)!.receive({ type: 'case-changed', caseId: uuid(60) }));
  await shows('In review by Ruth');
  await hides('The Odyssey');
});

test('an empty list and a failed one say so', async () => {
  const { server } = renderScreen('/admin?tab=cases&show=mine', {
    user: moderator,
    'GET /api/staff/cases': () => refuse(503),
  });
  await shows('Failed to load cases');
  server.answers['GET /api/staff/cases'] = ({ query }) => {
    expect(query.get('only')).toBe('mine');
    return [];
  };
  await press('Retry');
  await shows('No cases here');
});

test('a case shows what came in, and a measure needs what was chosen; a double tap sends one', async () => {
  const { server } = renderScreen(page, {
    user: moderator,
    'GET /api/staff/cases/:id': sampleCaseDetail(),
    'POST /api/staff/cases/:id/measures': () => Response.json(sampleMeasure(), { status: 201 }),
  });
  await shows(/Case 214.*Campbell Biology, 11th Edition.*Ann Seller.*12 confirmed sales/);
  await shows(/Notice, no accountThis is a scanned copy\..*declared in good faith, receipt sent/);
  await shows('Earlier decisions about Ann Seller (1)');
  await press(/^Pause/);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('radio', { checked: true })).toBeNull();
  await press('Pause', dialog);
  await shows(/Choose how long.*Choose a reason/, dialog);
  await choose('7 days');
  await choose('Other');
  await press('Pause for 7 days', dialog);
  await shows('Say the reason in your words', dialog);
  await fill(/^Note to Ann/, 'Please meet on the campus.');
  await press('Cancel', dialog);
  await press(/^Pause/);
  const again = await screen.findByRole('dialog');
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note to Ann/).value).toContain('campus'),
  );
  const send = await control('button', 'Pause for 7 days', again);
  send.click();
  send.click();
  await expectToast('Account paused');
  expect(server.sent('POST /api/staff/cases/:id/measures')).toEqual([
    { kind: 'pause', days: 7, reason: 'other', note: 'Please meet on the campus.', internalNote: '' },
  ]);
});

test('a case that another has taken meanwhile says so and is fetched again; what was written stays', async () => {
  const { server } = renderScreen(page, {
    user: moderator,
    'GET /api/staff/cases/:id': sampleCaseDetail(),
    'POST /api/staff/cases/:id/measures': () =>
      refuse(409, 'case-taken', 'Someone else is reviewing this case.'),
  });
  await press(/^Hide/);
  await choose('Scam');
  server.answers['GET /api/staff/cases/:id'] = sampleCaseDetail({
    state: 'in-review',
    takenBy: { id: uuid(70), name: 'Ruth' },
    allowed: [],
  });
  await press('Hide listing', screen.getByRole('dialog'));
  await expectToast(/Nothing was decided.*Someone else is reviewing this case/);
  await shows('Ruth is reviewing this case.');
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an open dialog goes with a word when another takes the case; the note is there again afterwards', async () => {
  const { server } = renderScreen(page, {
    user: moderator,
    'GET /api/staff/cases/:id': sampleCaseDetail(),
  });
  const change = (found: Parameters<typeof sampleCaseDetail>[0]) => {
    server.answers['GET /api/staff/cases/:id'] = sampleCaseDetail(found);
    act(() => FakeSocket.opened.at(-1)!.receive({ type: 'case-changed', caseId: uuid(60) }));
  };
  await press(/^Hide/);
  await fill(/^Note to Ann/, 'Please meet on the campus.');
  const by = { id: uuid(70), name: 'Ruth' };
  const event = { kind: 'taken' as const, by, measureId: null, note: '', at: inDays(0) };
  change({ state: 'in-review', takenBy: by, allowed: [], history: [event] });
  await expectToast(/Nothing was decided.*Someone else is reviewing this case/);
  expect(screen.queryByRole('dialog')).toBeNull();
  change({});
  await press(/^Hide/);
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Note to Ann/).value).toContain('campus'),
  );
});

test('a hidden listing is read in its case, where its page is of no use', async () => {
  const detail = sampleCaseDetail();
  const book = { ...detail.book!, isHidden: true, photos: ['/covers/a.png'], description: 'Some notes.' };
  renderScreen(page, { user: moderator, 'GET /api/staff/cases/:id': { ...detail, book } });
  await shows('Some notes.');
  expect(screen.getByAltText(book.title).closest('a')?.getAttribute('href')).toBe('/covers/a.png');
  expect(document.querySelector(`a[href="/book/${book.id}"]`)).toBeNull();
});

test('a listing that waits for its review says so, also after a warning', async () => {
  const first = sampleCaseDetail({
    isFirstListing: true,
    measures: [sampleMeasure({ kind: 'warn' })],
    allowed: ['approve'],
  });
  const book = { ...first.book!, isHidden: true, isWaiting: true };
  renderScreen(page, { user: moderator, 'GET /api/staff/cases/:id': { ...first, book } });
  await shows('Waiting for review');
});

test('a decision that does not arrive says so beside its button', async () => {
  renderScreen(page, {
    user: moderator,
    'GET /api/staff/cases/:id': sampleCaseDetail(),
    'POST /api/staff/cases/:id/measures': () => refuse(503),
  });
  await press(/^Hide/);
  await choose('Scam');
  const send = await control('button', 'Hide listing', screen.getByRole('dialog'));
  send.click();
  const alert = await within(screen.getByRole('dialog')).findByRole('alert');
  expect(alert.parentElement).toBe(send.parentElement);
});

test('a review that is removed for another reason needs words, for staff if its author has left', async () => {
  const target = { type: 'review' as const, id: uuid(30), title: 'Robin' };
  const review = { target, book: null, text: 'Never came.', allowed: ['remove-review' as const] };
  const sent: (string | null)[][] = [];
  const show = (changes: Parameters<typeof sampleCaseDetail>[0]) =>
    renderScreen(page, {
      user: moderator,
      'GET /api/staff/cases/:id': sampleCaseDetail({ ...review, ...changes }),
      'DELETE /api/admin/reviews/:id': ({ query }) => {
        sent.push([query.get('reason'), query.get('note'), query.get('internalNote')]);
        return { removed: true };
      },
    });
  const remove = async () => press('Remove review', await screen.findByRole('dialog'));
  show({});
  await press(/^Remove review/);
  await choose('Other');
  await remove();
  await shows('Say the reason in your words');
  await fill(/^Note to /, 'A phone number.');
  await remove();
  await expectToast('Review removed');

  show({ person: null, personFacts: null });
  await press(/^Remove review/);
  await choose('Other');
  await remove();
  const dialog = await screen.findByRole('dialog');
  await shows('Say the reason in your words', dialog);
  const note = within(dialog).getByLabelText(/^Internal note/);
  expect(document.activeElement).toBe(note);
  await userEvent.type(note, 'A phone number.');
  await hides('Say the reason in your words', dialog);
  await remove();
  await expectToast('Review removed');
  expect(sent).toEqual([
    ['other', 'A phone number.', null],
    ['other', null, 'A phone number.'],
  ]);
});

test('a report of a review says in its words what it is for, and an account that is gone what closed its case', async () => {
  const target = { type: 'review' as const, id: uuid(30), title: 'Robin' };
  const [report] = sampleCaseDetail().complaints;
  const measure = sampleMeasure({ id: uuid(71), kind: 'hide' });
  const closed = { kind: 'closed' as const, by: null, measureId: measure.id, note: '', at: inDays(0) };
  const complaints = [{ ...report!, reason: 'fake' }];
  const changes = { state: 'closed' as const, allowed: [], measures: [measure], history: [closed] };
  const detail = sampleCaseDetail({ target, book: null, text: 'No.', complaints, ...changes });
  renderScreen(page, { user: moderator, 'GET /api/staff/cases/:id': detail });
  await shows('Untrue or made up');
  await shows('The account was deleted and its appeal withdrawn, which closed the case');
});

test('a measure is lifted while it can be: not a deletion, nor what waits for the answer to its appeal', async () => {
  const measures = [
    sampleMeasure({ id: uuid(71), kind: 'delete' }),
    sampleMeasure({
      id: uuid(72),
      kind: 'remove',
      appeal: {
        id: uuid(66),
        text: 'No.',
        state: 'waiting',
        note: '',
        createdAt: inDays(-1),
        decidedAt: null,
      },
    }),
    sampleMeasure({ id: uuid(73), kind: 'hide' }),
  ];
  const event = { kind: 'closed' as const, by: null, measureId: null, note: '', at: inDays(0) };
  const detail = sampleCaseDetail({ state: 'closed', allowed: [], measures, history: [event] });
  renderScreen(page, { user: moderator, 'GET /api/staff/cases/:id': detail });
  await control('button', 'Show the listing again');
  expect(screen.queryByRole('button', { name: 'Lift the ban' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Restore the listing' })).toBeNull();
  await shows('The case was closed without a measure');
});

test('who took the measure reads why another answers its appeal; that one answers with reasons', async () => {
  const appealed = (canDecide: boolean, id: string) => sampleAppealedCase(canDecide, { id, name: 'Robin' });
  renderScreen(page, { user: moderator, 'GET /api/staff/cases/:id': appealed(false, moderator.id) });
  await shows(/I never wrote that message\..*You took this measure, so someone else decides\./);
  expect((await control('button', 'Reverse')).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('heading', { name: 'Decide' }), 'it would close the case').toBeNull();

  const { server } = renderScreen(page, {
    user: moderator,
    'GET /api/staff/cases/:id': appealed(true, uuid(70)),
    'POST /api/staff/appeals/:id/decide': () => Response.json({}),
  });
  await press('Reverse');
  const dialog = await screen.findByRole('dialog');
  await press('Reverse', dialog);
  await shows('Write a few words', dialog);
  await fill('Answer to the person *', 'The phone was stolen.');
  await press('Reverse', dialog);
  await expectToast('Appeal answered');
  expect(server.sent('POST /api/staff/appeals/:id/decide')).toEqual([
    { outcome: 'reversed', note: 'The phone was stolen.' },
  ]);
});

test('closing says who hears of it', async () => {
  renderScreen(page, { user: moderator, 'GET /api/staff/cases/:id': sampleCaseDetail({ complaints: [] }) });
  await shows(/Close without a measure ?Nothing changes/);
});
