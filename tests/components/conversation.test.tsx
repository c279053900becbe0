import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import { FakeSocket } from '#tests/support/components/fake-socket.ts';
import {
  control,
  expectPath,
  expectToast,
  hides,
  holdTimers,
  pass,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import {
  inDays,
  robin,
  sampleBook,
  sampleConversation,
  sampleMessage,
  uuid,
} from '#tests/support/components/sample-data.ts';

const url = `/conversation/${uuid(20)}`;
const talking = {
  user: robin,
  'GET /api/users/me/deals': [],
  'GET /api/conversations': [sampleConversation()],
  'GET /api/conversations/:id': sampleConversation(),
  'GET /api/conversations/:id/messages': [sampleMessage()],
};

test.each([
  ['expired', /Expired.*This listing has expired\./, 1],
  ['sold', /Sold/, 1],
  ['gone', /No longer available/, 0],
] as const)('a book that is %s is no longer offered above its conversation', async (state, text, links) => {
  const conversation = sampleConversation();
  const ended = { ...conversation, book: { ...conversation.book, condition: 'Like New', state } };
  renderScreen(url, { ...talking, 'GET /api/conversations/:id': ended, 'GET /api/conversations': [ended] });
  await shows('Hello');
  const header = screen.getByRole('banner');
  await shows(text, header);
  expect(header.textContent).not.toContain('Like New');
  expect(screen.queryAllByRole('link', { name: /Circuits/ })).toHaveLength(links);
});

test('the messages of a sold book wait for the strip above them', async () => {
  const conversation = sampleConversation();
  const sold = { ...conversation, book: { ...conversation.book, state: 'sold' as const } };
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const asked = Promise.withResolvers<void>();
  renderScreen(url, {
    ...talking,
    'GET /api/conversations/:id': sold,
    'GET /api/conversations': [sold],
    'GET /api/users/me/deals': () => {
      asked.resolve();
      return promise;
    },
  });
  await asked.promise;
  await hides('Hello');
  resolve([]);
  await shows('Hello');
});

test('contacting a seller again opens the existing conversation', async () => {
  renderScreen(`/book/${uuid(10)}`, { ...talking, 'GET /api/books/:id': sampleBook() });
  await press('Contact Seller');
  await expectPath(url);
  await shows('Hello');
});

test('a counter shows near the length limit, and a truncated paste shows a message', async () => {
  renderScreen(url, talking);
  const box = await control('textbox', 'Message');
  await userEvent.click(box);
  await userEvent.paste('x'.repeat(3_599));
  await hides('/ 4,000');
  await userEvent.keyboard('x');
  await shows('3,600 / 4,000');
  await userEvent.paste('y'.repeat(5_000));
  await shows('4,000 / 4,000');
  await shows("4,600 characters didn't fit.");
  await userEvent.keyboard('{Backspace}');
  await hides("didn't fit");
  await userEvent.clear(box);
  await hides('/ 4,000');
});

test('typing that goes on is sent again every 2 seconds, and ends once', async () => {
  holdTimers();
  renderScreen(url, talking);
  const box = await control('textbox', 'Message');
  await waitFor(() => expect(FakeSocket.opened.at(-1)?.sent).toMatchObject([{}, { type: 'resume' }]));
  for (let letters = 0; letters < 7; letters += 1) {
    await userEvent.type(box, 'a', { advanceTimers: pass });
    if (letters < 6) await pass(700);
  }
  await pass(1_100);
  const sent = () =>
    FakeSocket.opened
      .at(-1)!
      .sent.flatMap((message) => (message.type === 'typing' ? [message.isTyping] : []));
  await waitFor(() => expect(sent()).toEqual([true, true, true, false]));
});

test('a report that fails after its page was left says so, and was sent once', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen(`/book/${uuid(10)}`, {
    user: robin,
    'GET /api/books/:id': sampleBook(),
    'POST /api/reports': () => promise,
  });
  await control('button', 'Make an offer');
  await press('More');
  (await control('menuitem', 'Report listing')).click();
  const dialog = await control('dialog', 'Report this listing');
  await press('Report', dialog);
  await shows("Choose what's wrong", dialog);
  await userEvent.click(await control('radio', 'Misleading listing', dialog));
  await press('Report', dialog);
  await userEvent.keyboard('{Enter}');
  history.pushState(null, '', '/');
  resolve(refuse(500));
  await expectToast("Your report wasn't sent");
  expect(server.sent('POST /api/reports')).toHaveLength(1);
});

test('a hidden book has no page, but its reservation and handover go on', async () => {
  const conversation = sampleConversation();
  const hidden = {
    ...conversation,
    book: { ...conversation.book, state: 'gone' as const, isHidden: true as const },
    reservation: { id: uuid(50), price: 3_000, until: inDays(2) },
  };
  renderScreen(url, { ...talking, 'GET /api/conversations': [hidden], 'GET /api/conversations/:id': hidden });
  await shows('No longer available');
  await control('link', 'Handover code');
  expect(screen.queryByRole('link', { name: conversation.book.title })).toBeNull();
  await control('textbox', 'Message');
});
