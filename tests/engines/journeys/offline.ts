import { newWord } from '../support/student.ts';
import type { Journeys } from '../support/world.ts';

const IS_CONTROLLED = 'return navigator.serviceWorker.controller !== null';

export const offlineJourneys: Journeys = {
  'a message written offline waits and is sent once': async ({ phone, student }) => {
    const [ann, bob] = [await student('Ann Seller'), await student('Bob Buyer')];
    const id = await bob.write(await ann.list({ title: `Offline ${newWord()}` }), 'Before');
    const [hers, his] = [await phone(ann), await phone(bob)];
    for (const one of [hers, his]) {
      await one.open(`/conversation/${id}`);
      await one.see('Before');
    }
    await his.offline(true);
    await his.see('No Internet connection.');
    await his.type('Message', 'Written in the tunnel');
    await his.press('Enter');
    await his.see('Sending…');
    await his.offline(false);
    await his.gone('Sending…');
    await his.gone('No Internet connection.');
    await hers.see('Written in the tunnel');
    await hers.type('Message', 'It has arrived');
    await hers.press('Enter');
    await his.see('It has arrived');
  },

  'saved pages open offline, others say so, and load with the connection': async ({ phone, student }) => {
    const ann = await student('Ann Seller');
    const book = await ann.list({ title: `Saved ${newWord()}` });
    const his = await phone(await student('Bob Buyer'));
    await his.open('/');
    await his.untilTrue('the service worker', IS_CONTROLLED);
    await his.open(`/book/${book.id}`);
    await his.see('button', 'Contact Seller');
    await his.offline(true);
    await his.open(`/book/${book.id}`);
    await his.see('heading', book.title);
    await his.see('No Internet connection.');
    await his.visit(`/user/${ann.id}`);
    await his.see('heading', 'Not available offline');
    await his.offline(false);
    await his.see('heading', 'Ann Seller');
  },

  'a server that is down is not called a missing connection': async ({ phone, student }) => {
    const book = await (await student('Ann Seller')).list({ title: `Down ${newWord()}` });
    const his = await phone(await student('Bob Buyer'));
    await his.open('/');
    await his.untilTrue('the service worker', IS_CONTROLLED);
    await his.open(`/book/${book.id}`);
    await his.see('button', 'Contact Seller');
    his.relay.cut(true);
    await his.open(`/book/${book.id}`);
    await his.see('No connection to BookSwap.');
    await his.gone('No Internet connection');
    await his.visit('/terms?unsaved');
    await his.see('No connection to BookSwap');
    await his.gone('No Internet connection');
    his.relay.cut(false);
    await his.open('/');
    await his.gone('No connection to BookSwap.');
  },
};
