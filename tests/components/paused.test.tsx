import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { control, renderScreen, shows } from '#tests/support/components/render-screen.tsx';
import { robin, sampleConversation, sampleMessage, uuid } from '#tests/support/components/sample-data.ts';

const user = { ...robin, pausedUntil: new Date(Date.now() + 86_400_000).toISOString() };
const url = `/conversation/${uuid(20)}`;
const talk = (conversation: ReturnType<typeof sampleConversation>) => ({
  user,
  'GET /api/users/me/deals': [],
  'GET /api/conversations': [conversation],
  'GET /api/conversations/:id': conversation,
  'GET /api/conversations/:id/messages': [sampleMessage()],
});
const writing = () => screen.queryByRole('textbox', { name: 'Message' });

test('a paused user reads until when on the page, and in place of the composer', async () => {
  renderScreen(url, talk(sampleConversation()));
  await shows('Hello');
  expect(await screen.findAllByText(/^Your account is paused until /)).toHaveLength(2);
  expect(writing()).toBeNull();
});

test('a paused user writes where a reservation is active', async () => {
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const reservation = { id: uuid(30), price: 5_000, until };
  renderScreen(url, talk({ ...sampleConversation(), reservation }));
  await control('textbox', 'Message');
  expect(await screen.findAllByText(/^Your account is paused until /)).toHaveLength(1);
});

test('the form of a listing says it before it is filled', async () => {
  renderScreen('/add-listing', { user });
  await shows(/You can add listings again after that\./);
  expect(screen.queryByRole('textbox')).toBeNull();
});
