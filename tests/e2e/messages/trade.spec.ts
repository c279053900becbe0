import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { verifyEmails } from '#tests/support/browser/stored-data.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { type ListedBook, sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

async function offer(buyer: Page, amount: string): Promise<void> {
  await buyer.getByRole('button', { name: 'Make an offer' }).click();
  await buyer.getByRole('textbox', { name: 'Your offer' }).fill(amount);
  await buyer.getByRole('button', { name: `Offer $${amount}.00` }).click();
}

/** The buyer withdraws an offer, makes another, and accepts the seller's counter-offer. */
async function agreeOnPrice(seller: Page, buyer: Page): Promise<void> {
  await offer(buyer, '45');
  await buyer.getByRole('button', { name: 'Withdraw' }).click();
  await expect(seller.getByRole('article', { name: 'Grace’s offer, $45.00' })).toContainText('Withdrawn');
  await offer(buyer, '48');
  await expect(buyer.getByRole('article', { name: 'Your offer, $48.00' })).toContainText('h left');

  // A phone that loses the connection for a while misses nothing.
  await buyer.context().setOffline(true);
  const received = seller.getByRole('article', { name: 'Grace’s offer, $48.00' });
  await expect(received.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expectAccessible(seller, 'an offer');
  await received.getByRole('button', { name: 'Counter' }).click();
  await seller.getByLabel('Amount').fill('51');
  await seller.getByRole('button', { name: 'Send $51.00' }).click();
  await expect(received).toContainText('Countered');
  await buyer.context().setOffline(false);

  const counter = buyer.getByRole('article', { name: 'Maya’s offer, $51.00' });
  await counter.getByRole('button', { name: 'Accept' }).click();
  await expect(counter).toContainText('Accepted');
  await expect(buyer.getByText('Reserved for you')).toBeVisible();
  await expect(seller.getByText('Reserved for Grace')).toBeVisible();
  await expect(buyer.getByText('for you', { exact: true })).toBeVisible();
  await expect(seller.getByText('for Grace', { exact: true })).toBeVisible();
  await expect(seller.getByRole('article', { name: 'Your offer, $51.00' })).toContainText('Accepted');
  await expect(buyer.getByText(/^Maya reserved the book for you until /)).toBeVisible();
  await expect(seller.getByText(/^You reserved the book for Grace until /)).toBeVisible();
}

/** Another buyer sees the reservation, not its price, and asks to be told of its end. */
async function waitForBook(other: Page, book: ListedBook): Promise<void> {
  await expect(other.getByText('Reserved for someone else')).toBeVisible();
  await expect(other.getByText('$51.00')).toHaveCount(0);
  await openHydrated(other, `/book/${book.id}`);
  await expect(other.getByText('Reserved', { exact: true })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Reserved' })).toContainText(
    /^Reserved for someone else until [A-Z][a-z]+, \d{1,2}:\d\d.*You may still write to Maya\./,
  );
  await expect(other.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Tell me if it becomes available' }).click();
  await expect(other.getByRole('link', { name: "We'll let you know" })).toBeVisible();
  await expectAccessible(other, 'a reserved book');
}

/** The buyer then loses the connection: a message waits for it, and a cancellation is refused. */
async function planMeeting(seller: Page, buyer: Page): Promise<void> {
  await buyer.getByRole('button', { name: 'Plan a meeting' }).click();
  const plan = buyer.getByRole('dialog', { name: 'Plan a meeting' });
  await plan.getByLabel('Somewhere else').check();
  await plan.getByLabel('Where', { exact: true }).fill('Fountain');
  await plan.getByRole('button', { name: 'Propose' }).click();
  const proposed = seller.getByRole('article', { name: 'Meeting, Fountain' });
  await proposed.getByRole('button', { name: 'Accept' }).click();
  const meeting = buyer.getByRole('article', { name: 'Meeting, Fountain' });
  await expect(meeting).toContainText('Accepted');

  await buyer.context().setOffline(true);
  await buyer.getByRole('textbox').fill('I may be late');
  await buyer.getByRole('button', { name: 'Send' }).click();
  await expect(buyer.getByText('Sending…')).toBeVisible();
  await meeting.getByRole('button', { name: 'Cancel the meeting' }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click();
  await expect(currentToast(buyer)).toContainText('Nothing changed. Try again when you are online.');
  await expect(meeting).toContainText('Accepted');
  await buyer.context().setOffline(false);
  await expect(seller.getByText('I may be late')).toBeVisible();
}

/** The planned meeting ends with it. */
async function cancelReservation(seller: Page, buyer: Page): Promise<void> {
  await buyer.getByRole('button', { name: 'More' }).click();
  await buyer.getByRole('menuitem', { name: 'Cancel reservation' }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(buyer.getByText('You canceled the reservation.')).toBeVisible();
  await expect(seller.getByText('Grace canceled the reservation.')).toBeVisible();
  for (const page of [buyer, seller])
    await expect(page.getByRole('button', { name: 'Remove from calendar' })).toBeVisible();
}

/** The screen of the buyer is open before there is a code. The seller types a wrong one first. */
async function handOver(seller: Page, buyer: Page, id: string): Promise<void> {
  await openHydrated(buyer, `/messages/${id}/code`);
  await expect(buyer.getByRole('heading', { name: 'This reservation is over' })).toBeVisible();
  await seller.getByRole('button', { name: 'Reserve for Grace' }).click();
  const digits = buyer.locator('[aria-labelledby=code-title] p > span[aria-hidden]');
  await expect(digits).toHaveText(/^\d{3} \d{3}$/);
  const code = (await digits.innerText()).replace(' ', '');

  await seller.getByRole('link', { name: 'Confirm handover' }).click();
  const field = seller.getByLabel('Code', { exact: true });
  await field.fill(code.startsWith('0') ? '100000' : '000000');
  await seller.getByRole('button', { name: 'Confirm handover' }).click();
  await expect(seller.getByRole('alert')).toHaveText('This is not the code. 4 tries left.');
  await expect(field).toBeFocused();
  await expectAccessibleInBothThemes(seller, 'a wrong code');
  // It replaces the wrong one.
  await seller.keyboard.type(code);
  await expect(seller.getByRole('alert')).toHaveCount(0);
  await seller.context().setOffline(true);
  await seller.getByRole('button', { name: 'Confirm handover' }).click();
  await expect(seller.getByRole('alert')).toHaveText(
    'No Internet connection. Nothing changed. Try again when you are online.',
  );
  await seller.context().setOffline(false);
  await seller.getByRole('button', { name: 'Confirm handover' }).click();
  await expect(seller.getByRole('heading', { name: 'Sold to Grace for $54.00' })).toBeVisible();
  await expect(buyer.getByText('The book is yours.')).toBeVisible();
}

async function review(page: Page, stars: number, text: string): Promise<void> {
  // What can be reviewed is fetched: until then the button is busy.
  await page.locator('button:not([aria-busy])', { hasText: 'Write a review' }).click();
  await page.getByRole('radio', { name: `${stars} stars` }).check({ force: true });
  await page.getByLabel('In your words').fill(text);
  await page.getByRole('button', { name: 'Post review' }).click();
}

test('two trade a book on their phones, with a change of mind, while another one waits for it', async ({
  browse,
  person,
  page,
  watch,
}) => {
  // Three phones, from the first offer to the reviews.
  test.slow();
  watch.allow(/ERR_INTERNET_DISCONNECTED|409/);
  const [maya, grace, theo] = [
    await person('Maya Rao'),
    await person('Grace Lim'),
    await person('Theo Park'),
  ];
  await verifyEmails(maya, grace);
  const book = await maya.list({ title: `Circuits ${uniqueWord()}`, price: 5_400 });
  const id = await sendFirstMessage(grace, book, 'Is it still available?');
  const third = await sendFirstMessage(theo, book, 'Hello');
  const [seller, buyer, other] = [await browse(maya), await browse(grace), await browse(theo)];
  await openHydrated(seller, `/conversation/${id}`);
  await openHydrated(buyer, `/conversation/${id}`);
  await openHydrated(other, `/conversation/${third}`);

  await agreeOnPrice(seller, buyer);
  await waitForBook(other, book);
  await openHydrated(seller, '/profile');
  await expect(seller.getByRole('link', { name: `Boost ${book.title}` })).toBeVisible();
  await openHydrated(seller, `/conversation/${id}`);
  await planMeeting(seller, buyer);
  await expectAccessible(buyer, 'a reservation');
  await openHydrated(other, `/conversation/${third}`);
  await cancelReservation(seller, buyer);
  await expect(other.getByRole('button', { name: 'Make an offer' })).toBeVisible();
  await openHydrated(other, '/favorites?tab=wanted');
  await expect(other.getByRole('link', { name: book.title }).first()).toBeVisible();

  await handOver(seller, buyer, id);
  await review(seller, 5, 'On time.');
  await review(buyer, 4, 'Waited when my lab ran late.');
  await expect(buyer.getByText('Review posted', { exact: true })).toBeVisible();
  // The page of the buyer's code: nothing to review anymore, and not a page of the seller.
  await openHydrated(buyer, `/messages/${id}/code`);
  await expect(buyer.getByText('The book is yours.')).toBeVisible();
  await expect(buyer.getByText('Tell others how it was')).toHaveCount(0);
  await openHydrated(seller, `/messages/${id}/code`);
  await expect(seller).toHaveURL(`/messages/${id}/handover`);
  await openHydrated(page, `/user/${maya.id}`);
  await expect(page.getByText('Waited when my lab ran late.')).toBeVisible();
  await expect(page.getByText('1confirmed sale', { exact: true })).toBeVisible();
});
