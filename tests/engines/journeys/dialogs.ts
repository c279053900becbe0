import { newWord } from '../support/student.ts';
import type { Journeys } from '../support/world.ts';

const FOCUSED = 'return document.activeElement?.textContent.trim() ?? ""';

/** Not in Firefox: its driver goes back as scripts do, and a dialog takes only the Back of the user. */
export const backJourneys: Journeys = {
  'Back closes an open dialog and keeps the page, and then leaves it': async ({ phone, student }) => {
    const [ann, bob] = [await student('Ann Seller'), await student('Bob Buyer')];
    const book = await ann.list({ title: `Logic of ${newWord()}`, price: 2400 });
    const id = await bob.write(book, 'Is it still there?');
    const his = await phone(bob);
    await his.open('/messages');
    await his.tap('link', /Logic of/);
    await his.type('Message', 'Half a sentence');
    await his.tap('button', 'Make an offer');
    await his.type('Your offer', '20');
    await his.back();
    await his.gone('dialog', 'Make an offer');
    await his.at(`/conversation/${id}`);
    await his.untilTrue('the draft', `return document.querySelector('textarea').value === 'Half a sentence'`);
    // Again, and closed by its button: one Back still leads to the page before.
    await his.tap('button', 'Make an offer');
    await his.see('dialog', 'Make an offer');
    await his.back();
    await his.gone('dialog', 'Make an offer');
    await his.tap('button', 'Make an offer');
    await his.tap('button', 'Close');
    await his.gone('dialog', 'Make an offer');
    await his.back();
    await his.at('/messages');
    await his.see('link', /Logic of/);
  },

  'after a dialog was closed, Back leads from the next page to this one, and then to the page before':
    async ({ phone, student }) => {
      const ann = await student('Ann Seller');
      const book = await ann.list({ title: `Ethics of ${newWord()}` });
      const hers = await phone(ann);
      await hers.open('/');
      await hers.tap('link', 'Profile');
      await hers.tap('button', /^Delete/);
      await hers.see('dialog', 'Delete this listing?');
      await hers.press('Escape');
      await hers.gone('dialog', 'Delete this listing?');
      await hers.tap('link', book.title);
      await hers.at(`/book/${book.id}`);
      await hers.back();
      await hers.at('/profile');
      await hers.see('link', book.title);
      await hers.back();
      await hers.at('/');
    },
};

export const dialogJourneys: Journeys = {
  'Escape closes a dialog, and the focus is where it was': async ({ phone, student }) => {
    const [ann, bob] = [await student('Ann Seller'), await student('Bob Buyer')];
    const book = await ann.list({ title: `Logic of ${newWord()}`, price: 2400 });
    const his = await phone(bob);
    await his.open(`/conversation/${await bob.write(book, 'Is it still there?')}`);
    await his.tap('button', 'Make an offer');
    await his.see('dialog', 'Make an offer');
    await his.press('Escape');
    await his.gone('dialog', 'Make an offer');
    await his.untilTrue('the focus on the button', `${FOCUSED} === 'Make an offer'`);
    // The dialog opens with the page, before anything has had the focus.
    const other = await ann.list({ title: `Ethics of ${newWord()}`, price: 2400 });
    await his.open(`/book/${other.id}`);
    await his.tap('button', 'Make an offer');
    await his.see('dialog', 'Make an offer');
    await his.press('Escape');
    await his.gone('dialog', 'Make an offer');
    await his.untilTrue('the focus in the page', 'return document.activeElement !== document.body');
  },
};
