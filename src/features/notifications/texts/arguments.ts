/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'notifications.device.blocked': null;
    'notifications.device.blocked-hint': null;
    'notifications.device.blocked-private': null;
    'notifications.device.here': null;
    'notifications.device.needs-install': null;
    'notifications.device.unsupported': null;
    'notifications.field.endpoint.invalid': { field: string };
    'notifications.field.endpoint.misleading': { field: string };
    'notifications.field.key.invalid': { field: string; bytes: string };
    'notifications.field.token.invalid': { field: string };
    'notifications.mail.stop': null;
    'notifications.problem.invalid-push-subscription': null;
    'notifications.prompt.accept': null;
    'notifications.prompt.decline': null;
    'notifications.prompt.label': null;
    'notifications.prompt.text': { name: string };
    'notifications.setting.mail-prices': null;
    'notifications.setting.mail-reminders': null;
    'notifications.setting.prices-text': null;
    'notifications.setting.push-prices': null;
    'notifications.setting.push-reminders': null;
    'notifications.setting.push-wanted': null;
    'notifications.setting.push-wanted-text': null;
    'notifications.setting.reminders-text': null;
    'notifications.settings.failed': null;
    'notifications.settings.mail-messages': null;
    'notifications.settings.mail-messages-text': null;
    'notifications.settings.not-saved': null;
    'notifications.settings.other-mails': null;
    'notifications.settings.push-messages': null;
    'notifications.settings.title': null;
    'notifications.settings.unverified': null;
    'notifications.unsubscribe.ended': null;
    'notifications.unsubscribe.ended-text': null;
    'notifications.unsubscribe.home': null;
    'notifications.unsubscribe.invalid': null;
    'notifications.unsubscribe.invalid-text': null;
    'notifications.unsubscribe.question': null;
    'notifications.unsubscribe.question-text': null;
    'notifications.unsubscribe.stop': null;
    'notifications.wanted.at-once': null;
    'notifications.wanted.at-once-text': null;
    'notifications.wanted.daily': null;
    'notifications.wanted.daily-text': null;
    'notifications.wanted.off': null;
    'notifications.wanted.off-text': null;
    'notifications.wanted.title': null;
    'notifications.wanted.unsubscribe': null;
    'notifications.wanted.unverified': null;
  }
}
