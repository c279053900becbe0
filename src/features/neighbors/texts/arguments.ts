/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'neighbors.admin.agreed': null;
    'neighbors.admin.confirm': null;
    'neighbors.admin.distance': { name: string; distance: string };
    'neighbors.admin.empty': null;
    'neighbors.admin.end': null;
    'neighbors.admin.host': null;
    'neighbors.admin.load-error': null;
    'neighbors.admin.no-coordinates': null;
    'neighbors.admin.propose': null;
    'neighbors.admin.proposed': null;
    'neighbors.admin.refuse': null;
    'neighbors.admin.text': null;
    'neighbors.admin.title': null;
    'neighbors.admin.withdraw': null;
    'neighbors.end.cancel': null;
    'neighbors.end.confirm': null;
    'neighbors.end.done': null;
    'neighbors.end.text': null;
    'neighbors.end.title': { name: string };
    'neighbors.home.all': { name: string };
    'neighbors.home.note': null;
    'neighbors.home.opens': { title: string; name: string };
    'neighbors.home.title': { name: string };
    'neighbors.home.title-distance': { name: string; distance: string };
    'neighbors.problem.neighbor-not-found': null;
    'neighbors.problem.neighbors-unavailable': null;
    'neighbors.problem.too-many-neighbors': null;
    'neighbors.state.agreed': null;
    'neighbors.state.closed': null;
    'neighbors.state.proposed': null;
    'neighbors.state.received': null;
  }
}
