/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'accounts.field.confirm.required': null;
    'accounts.field.email.invalid': null;
    'accounts.field.email.not-text': null;
    'accounts.field.email.required': null;
    'accounts.field.name': { error: 'characters' | 'length' | 'link' | 'office' | 'product' | 'required' | 'type'; max: number };
    'accounts.field.password.blank': null;
    'accounts.field.password.required': null;
    'accounts.field.password.too-common': null;
    'accounts.field.password.too-long': { max: number };
    'accounts.field.password.too-short': { min: number };
    'accounts.field.university': { error: 'characters' | 'length' | 'link' | 'product' | 'required' | 'type'; max: number };
    'accounts.language.automatic': { language: string };
    'accounts.language.not-changed': null;
    'accounts.language.title': null;
    'accounts.problem.cannot-delete-last-admin': null;
    'accounts.problem.confirmation-mismatch': null;
    'accounts.problem.daily-limit-reached': null;
    'accounts.problem.daily-limit-reached.conversations': null;
    'accounts.problem.daily-limit-reached.edits': null;
    'accounts.problem.daily-limit-reached.listings': null;
    'accounts.problem.daily-limit-reached.messages': null;
    'accounts.problem.daily-limit-reached.named-sales': { max: number };
    'accounts.problem.daily-limit-reached.photo-bytes': null;
    'accounts.problem.daily-limit-reached.profile-edits': null;
    'accounts.problem.daily-limit-reached.reports': null;
    'accounts.problem.email-already-verified': null;
    'accounts.problem.email-banned': null;
    'accounts.problem.email-linked-to-other-account': null;
    'accounts.problem.email-taken': null;
    'accounts.problem.identity-managed-elsewhere': null;
    'accounts.problem.invalid-credentials': null;
    'accounts.problem.invalid-current-password': null;
    'accounts.problem.link-expired': null;
    'accounts.problem.link-for-other-account': null;
    'accounts.problem.origin-not-allowed': null;
    'accounts.problem.passkey-limit-reached': null;
    'accounts.problem.passkey-not-accepted': null;
    'accounts.problem.passkeys-unavailable': null;
    'accounts.problem.password-not-set': null;
    'accounts.problem.sign-in-again': null;
    'accounts.problem.sign-in-busy': null;
    'accounts.problem.too-many-requests.attempts': null;
    'accounts.problem.two-session-cookies': null;
    'accounts.problem.user-not-found': null;
  }
}
