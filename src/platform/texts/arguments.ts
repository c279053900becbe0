/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'platform.failure.no-connection': null;
    'platform.failure.nothing-changed': null;
    'platform.failure.title': null;
    'platform.issue.at-least': { field: string; limit: number };
    'platform.issue.at-least-characters': { field: string; limit: number };
    'platform.issue.at-least-items': { field: string; limit: number };
    'platform.issue.at-most': { field: string; limit: number };
    'platform.issue.at-most-characters': { field: string; limit: number };
    'platform.issue.at-most-items': { field: string; limit: number };
    'platform.issue.base64': { field: string };
    'platform.issue.base64url': { field: string };
    'platform.issue.boolean': { field: string };
    'platform.issue.choice': { field: string; values: string };
    'platform.issue.date-time': { field: string };
    'platform.issue.email': { field: string };
    'platform.issue.exactly': { field: string; limit: number };
    'platform.issue.exactly-characters': { field: string; limit: number };
    'platform.issue.exactly-items': { field: string; limit: number };
    'platform.issue.format': { field: string };
    'platform.issue.invalid': { field: string };
    'platform.issue.list': { field: string };
    'platform.issue.multiple': { field: string; divisor: number };
    'platform.issue.null': { field: string };
    'platform.issue.number': { field: string };
    'platform.issue.object': { field: string };
    'platform.issue.required': { field: string };
    'platform.issue.text': { field: string };
    'platform.issue.type': { field: string };
    'platform.issue.unknown-keys': { field: string; keys: string };
    'platform.issue.url': { field: string };
    'platform.issue.uuid': { field: string };
    'platform.issue.value': { field: string; value: string };
    'platform.issue.whole-invalid': { part: 'body' | 'path' | 'query' };
    'platform.issue.whole-number': { field: string };
    'platform.issue.whole-object': { part: 'body' | 'path' | 'query' };
    'platform.issue.whole-required': { part: 'body' | 'path' | 'query' };
    'platform.issue.whole-unknown-keys': { part: 'body' | 'path' | 'query'; keys: string };
    'platform.mail.greeting': { name: string };
    'platform.mail.greeting-nameless': null;
    'platform.problem.admin-required': null;
    'platform.problem.ambiguous-host': null;
    'platform.problem.body-too-large': null;
    'platform.problem.disk-nearly-full': null;
    'platform.problem.internal-error': null;
    'platform.problem.invalid-request': null;
    'platform.problem.invalid-request.cursor': null;
    'platform.problem.invalid-token': null;
    'platform.problem.malformed-json': null;
    'platform.problem.market-closed': { campus: string };
    'platform.problem.market-creating': { campus: string };
    'platform.problem.market-moving': { campus: string };
    'platform.problem.market-paused': { campus: string };
    'platform.problem.not-found': null;
    'platform.problem.passkey-required': null;
    'platform.problem.request-timeout': null;
    'platform.problem.role-required': null;
    'platform.problem.service-unavailable': null;
    'platform.problem.sign-in-required': null;
    'platform.problem.too-many-requests': null;
    'platform.problem.unknown-host': null;
    'platform.problem.unsupported-media-type': null;
    'platform.problem.user-mismatch': null;
  }
}
