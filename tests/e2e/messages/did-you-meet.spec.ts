import type { Page } from '@playwright/test';
import { DAY_MS } from '#platform/shared/durations.ts';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { E2eServer, settableClock } from '#tests/support/browser/server.ts';
import { verifyEmailsIn } from '#tests/support/browser/stored-data.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { createUser, type E2eUser, sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** The two have agreed to meet tomorrow. */
async function agreeToMeet(seller: E2eUser, buyer: E2eUser) {
  const book = await seller.list({ title: `Missed ${uniqueWord()}` });
  const conversationId = await sendFirstMessage(buyer, book, 'Tomorrow at noon?');
  const at = `/api/conversations/${conversationId}`;
  await seller.call('POST', `${at}/reservations`, {});
  const meeting = { place: 'Fountain', day: inDays(1).toISOString().slice(0, 10), time: '12:00' };
  const { id } = await buyer.call<{ id: string }>('POST', `${at}/meetings`, meeting);
  await seller.call('POST', `/api/meetings/${id}/accept`);
  return { conversationId, meetingId: id };
}

/** Opens a page whose clock is the server's. */
async function openAt(time: Date, page: Page, path: string): Promise<void> {
  await page.clock.setFixedTime(time);
  await openHydrated(page, path);
}

test('both say whether they met; a profile tells of three missed meetings, and of none that is disputed', async ({
  browse,
}) => {
  const server = await E2eServer.start(settableClock());
  try {
    const maya = await createUser(server.url, 'Maya Rao');
    const [grace, noah, ...others] = await Promise.all(
      ['Grace Lim', 'Noah Roy', 'Ann Poe', 'Bob Fry', 'Eve Kim'].map((name) => createUser(server.url, name)),
    );
    await verifyEmailsIn(server.dataDir, [maya, grace!, noah!, ...others]);
    const withGrace = await agreeToMeet(maya, grace!);
    const withNoah = await agreeToMeet(maya, noah!);
    const missed = [];
    for (const buyer of others) missed.push({ buyer, ...(await agreeToMeet(maya, buyer)) });

    const after = inDays(3);
    await server.setClock(after);
    const options = { baseURL: server.url };
    const [seller, buyer, agreeing] = [
      await browse(maya, options),
      await browse(grace, options),
      await browse(noah, options),
    ];
    const cardOf = (page: Page) => page.getByRole('article', { name: 'Did you meet?' });
    await openAt(after, buyer, `/conversation/${withGrace.conversationId}`);
    await expect(cardOf(buyer)).toContainText('Only you and Maya see the answers.');
    await expectAccessibleInBothThemes(buyer, 'a question about a meeting');
    await cardOf(buyer).getByRole('button', { name: 'They did not come' }).click();
    await expect(cardOf(buyer)).toContainText('You They did not come');
    await expect(cardOf(buyer), 'the answer takes the place of the buttons').toBeFocused();

    await openAt(after, seller, `/conversation/${withGrace.conversationId}`);
    await expect(cardOf(seller)).toContainText('Grace They did not come');
    await cardOf(seller).getByRole('button', { name: 'Yes' }).click();
    for (const page of [seller, buyer])
      await expect(cardOf(page)).toContainText('You do not agree, so it does not count as missed');

    for (const page of [seller, agreeing]) {
      await openAt(after, page, `/conversation/${withNoah.conversationId}`);
      await cardOf(page).getByRole('button', { name: 'Yes' }).click();
      await expect(cardOf(page)).toContainText('You Yes');
    }
    await expect(cardOf(seller)).toContainText('Noah Yes');
    await expect(cardOf(seller)).not.toContainText('do not agree');

    for (const { buyer: other, meetingId } of missed)
      await other.call('POST', `/api/meetings/${meetingId}/outcome`, { met: false });
    const visitor = await browse(null, options);
    await openAt(after, visitor, `/user/${maya.id}`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Maya Rao' })).toBeVisible();
    await expect(visitor.getByText(/Missed \d/), 'she still may say otherwise').toHaveCount(0);
    const later = inDays(11);
    await server.setClock(later);
    await openAt(later, visitor, `/user/${maya.id}`);
    await expect(visitor.getByText('Missed 3 meetings')).toBeVisible();
  } finally {
    await server.stop();
  }
});
