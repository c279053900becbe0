import { newWord } from '../support/student.ts';
import type { Phone } from '../support/phone.ts';
import type { Journeys } from '../support/world.ts';

const NOTE = 'The photo shows a copy.';

async function report(his: Phone, bookId: string): Promise<void> {
  await his.open(`/book/${bookId}`);
  await his.tap('button', 'More');
  await his.tap('menuitem', 'Report listing');
  await his.tap('radio', 'Misleading listing');
  await his.type('Details (optional)', 'It is a photocopy');
  await his.tap('button', 'Report');
  await his.see("Thanks. We'll look into it.");
}

async function hide(theirs: Phone, title: string): Promise<void> {
  await theirs.open('/admin?tab=cases');
  await theirs.tap('link', new RegExp(title));
  await theirs.see('It is a photocopy');
  await theirs.tap('button', 'Take the case');
  await theirs.see('button', 'Give the case back');
  await theirs.tap('button', /^Hide/);
  const dialog = { role: 'dialog', name: 'Hide listing' };
  // Its radio button lies below what is drawn.
  await theirs.tap('Scam');
  await theirs.type('Note to Ann (optional)', NOTE);
  await theirs.tap('button', 'Hide listing', dialog);
  await theirs.see('Listing hidden');
}

async function appeal(hers: Phone): Promise<void> {
  await hers.open('/account-settings/decisions');
  await hers.tap('link', /^Listing hidden/);
  await hers.see('article', 'We hid your listing');
  await hers.see(NOTE);
  await hers.tap('button', 'Appeal this decision');
  await hers.type('Why is the decision wrong?', 'It is the printed book.');
  await hers.tap('button', 'Send appeal');
  await hers.see('You appealed on');
}

async function reverse(theirs: Phone, title: string): Promise<void> {
  await theirs.open('/admin?tab=cases&show=appeals');
  await theirs.tap('link', new RegExp(title));
  await theirs.see('It is the printed book.');
  await theirs.tap('button', 'Reverse');
  await theirs.type(/^Answer to the person/, 'You are right.');
  await theirs.tap('button', 'Reverse', { role: 'dialog', name: 'Reverse the decision' });
  await theirs.see('Appeal answered');
}

export const moderationJourneys: Journeys = {
  'a reported listing is hidden, its seller appeals, and another moderator restores it': async (world) => {
    const { phone, confirmedStudent, moderator } = world;
    const ann = await confirmedStudent('Ann Seller');
    const book = await ann.list({ title: `Copied ${newWord()}` });
    const his = await phone(await confirmedStudent('Bob Buyer'));
    await report(his, book.id);
    await hide(await phone(await moderator('Mia First')), book.title);
    his.relay.allow(/^404 GET (\/book|\/api\/books)\//);
    await his.open(`/book/${book.id}`);
    await his.gone('heading', book.title);
    const hers = await phone(ann);
    await appeal(hers);
    await reverse(await phone(await moderator('Max Second')), book.title);
    await hers.open('/account-settings/decisions');
    await hers.see('Appeal answered: restored');
    await his.open(`/book/${book.id}`);
    await his.see('heading', book.title);
  },
};
