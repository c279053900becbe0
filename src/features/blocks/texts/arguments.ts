/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'blocks.action.unblock': null;
    'blocks.dialog.cancel': null;
    'blocks.dialog.confirm': null;
    'blocks.dialog.text': null;
    'blocks.dialog.title': { name: string };
    'blocks.list.empty': null;
    'blocks.list.title': null;
    'blocks.list.unblock-person': { name: string };
    'blocks.notice.blocked': { name: string };
    'blocks.problem.cannot-block-self': null;
    'blocks.problem.too-many-blocks': null;
    'blocks.toast.blocked': { name: string };
    'blocks.toast.blocked-too': { name: string };
    'blocks.toast.error': null;
    'blocks.toast.not-blocked': { after: string; name: string };
    'blocks.toast.unblocked': { name: string };
    'blocks.toast.undo': null;
    'blocks.toast.where': null;
  }
}
