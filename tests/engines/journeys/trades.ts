import { newWord } from '../support/student.ts';
import type { Journeys } from '../support/world.ts';

const CODE = '/(\\d{3}) (\\d{3})(?!\\d)/.exec(document.body.innerText)';

export const tradeJourneys: Journeys = {
  'an offer is accepted, and the book handed over with a code': async ({ phone, confirmedStudent }) => {
    const [maya, grace] = [await confirmedStudent('Maya Rao'), await confirmedStudent('Grace Lim')];
    const book = await maya.list({ title: `Circuits ${newWord()}`, price: 5400 });
    const id = await grace.write(book, 'Is it still available?');
    const [seller, buyer] = [await phone(maya), await phone(grace)];
    await seller.open(`/conversation/${id}`);
    await buyer.open(`/conversation/${id}`);
    await buyer.tap('button', 'Make an offer');
    await buyer.type('Your offer', '48');
    await buyer.tap('button', 'Offer $48.00');
    await seller.see('article', 'Grace’s offer, $48.00');
    await seller.tap('button', 'Accept', { role: 'article', name: 'Grace’s offer, $48.00' });
    await buyer.see('Reserved for you');
    await seller.see('Reserved for Grace');

    await buyer.tap('link', 'Handover code');
    await buyer.untilTrue('the code', `return ${CODE} !== null`);
    const code = await buyer.run<string>(`return ${CODE}.slice(1).join('')`);
    await seller.tap('link', 'Confirm handover');
    await seller.type('Code', code);
    await seller.tap('button', 'Confirm handover');
    await seller.see('heading', 'Sold to Grace for $48.00');
    await buyer.see('The book is yours.');
  },
};
