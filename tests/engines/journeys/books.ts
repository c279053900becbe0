import { expect } from 'vitest';
import { until } from '#tests/cluster/support/until.ts';
import { newWord } from '../support/student.ts';
import type { Journeys } from '../support/world.ts';

export const bookJourneys: Journeys = {
  'Home lists books, a search finds one, and its page opens': async ({ phone, student }) => {
    const seller = await student('Ann Seller');
    const word = newWord();
    const book = await seller.list({ title: `Signals and ${word}` });
    await seller.list({ title: `Statics and ${newWord()}` });
    const theirs = await phone();
    await theirs.open('/');
    await theirs.see('link', book.title);
    await theirs.run("document.querySelector('input[type=search]').focus()");
    await theirs.typeFocused(word);
    await theirs.gone('Statics and');
    await theirs.at(`/?search=${word}`);
    await theirs.tap('link', book.title);
    await theirs.at(`/book/${book.id}`);
    await theirs.see('heading', book.title);
    await theirs.see('button', 'Contact Seller');
    await theirs.back();
    await theirs.at(`/?search=${word}`);
    await theirs.see('link', book.title);
  },

  'a favorite is saved, shown and removed': async ({ phone, student }) => {
    const book = await (await student('Ann Seller')).list({ title: `Optics and ${newWord()}` });
    const reader = await student();
    const hers = await phone(reader);
    await hers.open(`/book/${book.id}`);
    await hers.tap('button', 'Favorite');
    const favorites = () => reader.call<unknown[]>('GET', '/api/favorites');
    await until('the stored favorite', async () => (await favorites()).length === 1, 10_000);
    await hers.open('/favorites');
    await hers.see('link', book.title);
    await hers.tap('button', /^Favorite/);
    await hers.gone('link', book.title);
  },

  'a book is listed with a photo': async ({ phone, student, photo }) => {
    const hers = await phone(await student('Sofia Seller'));
    const title = `Signals and ${newWord()}`;
    await hers.open('/help');
    await hers.run("sessionStorage.setItem('bookswap:pre-listing-seen', '1')");
    await hers.open('/add-listing');
    await hers.type('Title', title);
    await hers.type('Author', 'Alan V. Oppenheim');
    await hers.choose('Subject', 'Engineering');
    await hers.choose('Condition', 'Like New');
    await hers.type('Price', '54.5');
    await hers.tap('button', 'Add Photo');
    await hers.see('button', 'Choose photos');
    // What leaves the phone.
    await hers.run(`const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        window.sent = { size: body?.size, type: body?.type };
        send.call(this, body);
      };`);
    await hers.attach(await photo());
    await hers.gone('dialog');
    await hers.untilTrue(
      'a small photo, as WebP where the browser writes it',
      `const { toDataURL } = HTMLCanvasElement.prototype;
      const best = toDataURL.call(document.createElement('canvas'), 'image/webp').startsWith('data:image/webp');
      return sent.size > 10_000 && sent.size <= 700_000 && sent.type === (best ? 'image/webp' : 'image/jpeg')`,
    );
    await hers.untilTrue('the photo', "return document.querySelector('main img') !== null");
    await hers.tap('button', 'Post');
    await hers.see('dialog', 'Boost Your Listing!');
    // Past the seconds that it is shown at least.
    await hers.run(`const now = performance.now.bind(performance); performance.now = () => now() + 5_000;
      document.dispatchEvent(new Event('visibilitychange'));`);
    await hers.tap('button', 'Continue');
    await hers.see('Your book listing has been created.');
    await hers.at('/');
    await hers.tap('link', title);
    await hers.see('heading', title);
    await hers.see('$54.50');
    await hers.untilTrue(
      'the photo of the book page',
      "const image = document.querySelector('main img'); return image !== null && image.complete && image.naturalWidth > 0",
    );
  },

  'a HEIC photo that the browser cannot read is refused with words': async ({ phone, student, file }) => {
    const hers = await phone(await student());
    await hers.open('/help');
    await hers.run("sessionStorage.setItem('bookswap:pre-listing-seen', '1')");
    await hers.open('/add-listing');
    await hers.tap('button', 'Add Photo');
    await hers.see('button', 'Choose photos');
    await hers.attach(await file('IMG_0001.HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'));
    await hers.see("This browser can't read HEIC photos");
  },

  'a typed ISBN-13 is not looked up as an ISBN-10 on the way': async ({ phone, student }) => {
    const hers = await phone(await student());
    hers.relay.allow(/^404 GET \/api\/editions\//);
    await hers.open('/help');
    await hers.run("sessionStorage.setItem('bookswap:pre-listing-seen', '1')");
    await hers.open('/add-listing');
    // Its first ten digits are a valid ISBN-10.
    await hers.type('ISBN', '9780000003003');
    await hers.see('We do not know this ISBN yet.');
    expect(hers.relay.seen(/^404 GET \/api\/editions\//)).toEqual(['404 GET /api/editions/9780000003003']);
  },

  'a wanted book is entered, changed and removed': async ({ phone, student }) => {
    const word = newWord();
    const his = await phone(await student());
    await his.open(`/?search=${word}`);
    await his.tap('button', 'Tell me when it is listed');
    await his.see('Added to Wanted');
    await his.open('/favorites?tab=wanted');
    await his.see(word);
    await his.see('None listed');
    await his.tap('button', /^Edit/);
    await his.type(/^Highest price/, '10');
    await his.tap('button', 'Save');
    await his.see('Up to $10.00');
    await his.tap('button', /^Edit/);
    await his.tap('button', 'Remove from wanted');
    await his.see('Nothing wanted yet');
  },
};
