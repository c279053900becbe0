/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'app.action.home': null;
    'app.admin.audit': null;
    'app.admin.courses': null;
    'app.admin.places': null;
    'app.admin.reports': null;
    'app.admin.support': null;
    'app.failed.text': null;
    'app.failed.title': null;
    'app.head.description': null;
    'app.help.description': null;
    'app.intent.saved': null;
    'app.loading.favorites': null;
    'app.loading.listings': null;
    'app.nav.favorites': null;
    'app.nav.home': null;
    'app.nav.messages': null;
    'app.nav.profile': null;
    'app.nav.unseen-both': null;
    'app.nav.unseen-listings': null;
    'app.nav.unseen-prices': null;
    'app.no-script.text': null;
    'app.no-script.title': null;
    'app.not-found.catalog': null;
    'app.not-found.text': null;
    'app.offline.banner': null;
    'app.offline.banner-code': null;
    'app.offline.banner-saved': null;
    'app.offline.banner-server': null;
    'app.offline.no-connection': null;
    'app.offline.no-server': null;
    'app.skip.content': null;
    'app.stale.notice': null;
    'app.subscribe.sign-in': null;
    'app.subscribe.sign-in-text': null;
    'app.title.account-settings': null;
    'app.title.ad-free': null;
    'app.title.add-listing': null;
    'app.title.admin': null;
    'app.title.boost': null;
    'app.title.change-password': null;
    'app.title.confirm-handover': null;
    'app.title.conversation': null;
    'app.title.edit-listing': null;
    'app.title.favorites': null;
    'app.title.filters': null;
    'app.title.forgot-password': null;
    'app.title.handover-code': null;
    'app.title.help': null;
    'app.title.home': null;
    'app.title.messages': null;
    'app.title.not-found': null;
    'app.title.privacy': null;
    'app.title.profile': null;
    'app.title.reset-password': null;
    'app.title.sign-in': null;
    'app.title.sign-up': null;
    'app.title.terms': null;
    'app.title.verify-email': null;
    'app.unavailable.text': null;
    'app.unavailable.title': null;
  }
}
