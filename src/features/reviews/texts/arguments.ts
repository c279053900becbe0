/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'reviews.dialog.confirm-email': null;
    'reviews.dialog.hidden-until': { name: string };
    'reviews.dialog.post': null;
    'reviews.dialog.private': null;
    'reviews.dialog.sale': { side: 'buyer' | 'seller'; when: Tag; price: string };
    'reviews.dialog.save': null;
    'reviews.dialog.tags': null;
    'reviews.dialog.text': { optional: Tag };
    'reviews.field.reply': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'reviews.field.review': { error: 'characters' | 'length' | 'required' | 'type'; max: number };
    'reviews.field.stars.required': { max: number };
    'reviews.problem.cannot-remove-own': null;
    'reviews.problem.confirmed-sale-not-found': null;
    'reviews.problem.email-not-verified': null;
    'reviews.problem.participant-left': null;
    'reviews.problem.review-not-found': null;
    'reviews.problem.review-period-ended': null;
    'reviews.problem.review-published': null;
    'reviews.problem.review-replied': null;
    'reviews.reply.cancel': null;
    'reviews.reply.help': null;
    'reviews.reply.label': null;
    'reviews.reply.open': null;
    'reviews.reply.post': null;
    'reviews.request.change': null;
    'reviews.request.note-for-yourself': null;
    'reviews.request.question': { name: string };
    'reviews.request.tell-others': null;
    'reviews.request.write': null;
    'reviews.section.answered': { name: string };
    'reviews.section.former-student': null;
    'reviews.section.load-error': null;
    'reviews.section.report': { name: string };
    'reviews.section.show-all': null;
    'reviews.section.show-count': { count: number };
    'reviews.section.title': null;
    'reviews.stars.choice': { count: number };
    'reviews.stars.given': { count: number; max: number };
    'reviews.stars.legend': null;
    'reviews.strip.hidden': { name: string };
    'reviews.strip.label': null;
    'reviews.strip.only-you': null;
    'reviews.tag.as-described': null;
    'reviews.tag.friendly': null;
    'reviews.tag.on-time': null;
    'reviews.tag.quick-answers': null;
    'reviews.toast.hidden': { name: string };
    'reviews.toast.only-you': null;
    'reviews.toast.posted': null;
    'reviews.toast.posted-text': null;
    'reviews.toast.saved': null;
  }
}
