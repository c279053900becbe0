import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { MeetingQuestion } from '#features/conversations/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import { expectToast, hides, press, renderScreen, shows } from '#tests/support/components/render-screen.tsx';
import {
  inDays,
  robin,
  sampleConversation,
  sampleMessage,
  uuid,
} from '#tests/support/components/sample-data.ts';

const url = `/conversation/${uuid(20)}`;
const ann = sampleConversation().sellerId;
const name = sampleConversation().seller.name.split(' ')[0]!;

const ask = (changes: Partial<MeetingQuestion> = {}) =>
  sampleMessage({
    id: uuid(40),
    clientMessageId: uuid(41),
    seq: 2,
    senderId: ann,
    receiverId: robin.id,
    messageType: 'event',
    content: 'Did you meet?',
    event: { kind: 'did-you-meet', actorId: null, until: null, declinedOffers: 0 },
    question: {
      id: uuid(50),
      startsAt: inDays(-1),
      timeZone: 'America/New_York',
      until: inDays(13),
      isWithdrawn: false,
      answers: [],
      replies: [],
      ...changes,
    },
  });
const reserved = sampleConversation({ reservation: { id: uuid(60), price: 5_000, until: inDays(1) } });
const talking = (...messages: ReturnType<typeof sampleMessage>[]) => ({
  user: robin,
  'GET /api/users/me/deals': [],
  'GET /api/conversations': [reserved],
  'GET /api/conversations/:id': reserved,
  'GET /api/conversations/:id/messages': [sampleMessage(), ...messages],
});
const missedByAnn = { userId: robin.id, met: false };
const missedByMe = { userId: ann, met: false };
const findCard = () => screen.findByRole('article', { name: 'Did you meet?' });

test('the question says who sees the answers; an answer shows before it has arrived', async () => {
  const arrival = Promise.withResolvers<MeetingQuestion>();
  let isSaid = false;
  renderScreen(url, {
    ...talking(),
    'GET /api/conversations/:id/messages': () => [
      sampleMessage(),
      ask(isSaid ? { answers: [missedByAnn] } : {}),
    ],
    'POST /api/meetings/:id/outcome': () => arrival.promise,
  });
  const card = await findCard();
  await shows(`Only you and ${name} see the answers.`, card);
  await press('They did not come');
  const isShown = () => {
    expect(within(card).getByRole('listitem').textContent).toBe('You They did not come');
    expect(within(card).queryByRole('button', { name: 'Yes' })).toBeNull();
  };
  await waitFor(isShown);
  isSaid = true;
  arrival.resolve(ask({ answers: [missedByAnn] }).question!);
  await waitFor(isShown);
});

test('an answer that is refused is taken back', async () => {
  renderScreen(url, {
    ...talking(ask()),
    'POST /api/meetings/:id/outcome': () =>
      refuse(409, 'meeting-question-closed', 'The time to answer is over.'),
  });
  const card = await findCard();
  await press('Yes');
  await expectToast('The time to answer is over.');
  await waitFor(() => expect(within(card).getByRole('button', { name: 'Yes' })).toBeTruthy());
  expect(within(card).queryByRole('listitem')).toBeNull();
});

test('who is said not to have come reads until when to answer, and may write', async () => {
  renderScreen(url, {
    ...talking(ask({ answers: [missedByMe] })),
    'POST /api/meetings/:id/outcome/reply': ask({ answers: [missedByMe] }).question!,
  });
  const card = await findCard();
  await shows(/Answer by .*, or it counts as missed\./, card);
  expect(within(card).getByRole('listitem').textContent).toBe(`${name} They did not come`);
  await press('Write an answer');
  await press('Send answer');
  await shows('Write something first');
  await userEvent.type(screen.getByRole('textbox', { name: /What happened/ }), 'I was at the side door.');
  await press('Send answer');
  await hides('Send answer');
});

test('both answers, and both replies with a new plan', async () => {
  const replies = [
    { userId: robin.id, messageId: uuid(42) },
    { userId: ann, messageId: uuid(44) },
  ];
  renderScreen(
    url,
    talking(
      ask({ answers: [missedByAnn, missedByMe], replies }),
      sampleMessage({
        id: uuid(42),
        clientMessageId: uuid(43),
        seq: 3,
        content: 'I waited at the side door.',
      }),
      sampleMessage({
        id: uuid(44),
        clientMessageId: uuid(45),
        seq: 4,
        senderId: ann,
        receiverId: robin.id,
        content: 'I stood at the main door.',
      }),
    ),
  );
  await shows('Each says the other did not come', await findCard());
  const mine = await screen.findByRole('article', { name: 'Your answer' });
  await shows('I waited at the side door.', mine);
  await shows('Said, once each', mine);
  const other = await screen.findByRole('article', { name: `${name} answered` });
  await shows('I stood at the main door.', other);
  expect(within(other).getByRole('button', { name: 'Plan a meeting' })).toBeTruthy();
  expect(within(other).getByRole('button', { name: /Report/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Write an answer' })).toBeNull();
});

test('nothing is asked once the handover is confirmed, or after the time', async () => {
  renderScreen(url, talking(ask({ isWithdrawn: true })));
  const card = await findCard();
  await shows('The handover was confirmed later', card);
  expect(within(card).queryByRole('button')).toBeNull();
});
