import { newWord } from '../support/student.ts';
import type { Journeys } from '../support/world.ts';

export const messageJourneys: Journeys = {
  'two students write to each other live': async ({ phone, student }) => {
    const [ann, bob] = [await student('Ann Seller'), await student('Bob Buyer')];
    const book = await ann.list({ title: `Talk of ${newWord()}` });
    const [hers, his] = [await phone(ann), await phone(bob)];
    await hers.open('/messages');
    await hers.see('heading', 'No messages yet');
    await his.open(`/book/${book.id}`);
    await his.tap('button', 'Contact Seller');
    await his.at(`/conversation/new?sellerId=${ann.id}&bookId=${book.id}`);
    await his.type('Message', 'Is it still there?');
    await his.press('Enter');
    await his.at(/^\/conversation\/[0-9a-f-]{36}$/);
    await hers.see('Is it still there?');
    await hers.tap('link', /Is it still there/);
    await hers.type('Message', 'It is');
    await hers.tap('button', 'Send');
    await his.see('It is');
    await his.type('Message', 'Good');
    await his.press('Enter');
    await hers.see('Good');
  },
};
