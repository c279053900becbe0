/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'conversations.action.not-confirmed': null;
    'conversations.action.offline': null;
    'conversations.book.expired': null;
    'conversations.book.gone': null;
    'conversations.book.reserved-for': { name: string };
    'conversations.book.reserved-for-you': null;
    'conversations.error.messages': null;
    'conversations.event.available-by-other': { name: string };
    'conversations.event.available-by-you': null;
    'conversations.event.canceled': null;
    'conversations.event.canceled-by-other': { name: string };
    'conversations.event.canceled-by-you': null;
    'conversations.event.codes-paused': null;
    'conversations.event.codes-paused-until': { time: Tag };
    'conversations.event.declined-offers': { count: number };
    'conversations.event.new-review': null;
    'conversations.event.not-received-by-buyer': null;
    'conversations.event.not-received-by-you': null;
    'conversations.event.received-by-other': { name: string };
    'conversations.event.received-by-you': null;
    'conversations.event.reserved-by-you': { name: string };
    'conversations.event.reserved-by-you-until': { name: string; time: Tag };
    'conversations.event.reserved-for-you': { name: string };
    'conversations.event.reserved-for-you-until': { name: string; time: Tag };
    'conversations.event.review-public': null;
    'conversations.event.reviews-public': { name: string };
    'conversations.event.sold-by-you': { name: string };
    'conversations.event.sold-for-seller': null;
    'conversations.event.sold-to-you': { name: string };
    'conversations.event.yours': null;
    'conversations.invalid.back': null;
    'conversations.invalid.expired': null;
    'conversations.invalid.missing': null;
    'conversations.invalid.own': null;
    'conversations.invalid.sold': null;
    'conversations.invalid.title': null;
    'conversations.list.blocked': { name: string };
    'conversations.list.book-expired': null;
    'conversations.list.book-gone': null;
    'conversations.list.book-sold': null;
    'conversations.list.browse': null;
    'conversations.list.empty': null;
    'conversations.list.empty-text': null;
    'conversations.list.from-you': { text: string };
    'conversations.list.heading': null;
    'conversations.list.no-messages': null;
    'conversations.list.title': null;
    'conversations.menu.block': { name: string };
    'conversations.menu.cancel-reservation': null;
    'conversations.menu.report': { name: string };
    'conversations.menu.unblock': { name: string };
    'conversations.new.advice': null;
    'conversations.new.text': null;
    'conversations.new.title': { name: string };
    'conversations.sender.you': null;
  }
}
