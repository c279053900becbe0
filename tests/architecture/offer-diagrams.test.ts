import { expect, test } from 'vitest';
import { namedSaleTransitions, offerTransitions, reservationTransitions } from '#features/trades/rules.ts';
import { meetingTransitions } from '#features/meetings/rules.ts';
import { read } from './source-tree.ts';

/** The arrows of a table of transitions, from the first state to the ends. */
const toArrows = (transitions: Record<string, readonly string[]>): string[] =>
  [
    `[*] --> ${Object.keys(transitions)[0]}`,
    ...Object.entries(transitions).flatMap(([from, next]) =>
      next.length === 0 ? [`${from} --> [*]`] : next.map((to) => `${from} --> ${to}`),
    ),
  ].map((arrow) => `    ${arrow}`);

test.each([
  ['docs/offers.md', [offerTransitions, reservationTransitions]],
  ['docs/meetings.md', [meetingTransitions]],
  ['docs/deals.md', [namedSaleTransitions]],
])('the diagrams of %s are those of the tables of transitions', (path, tables) => {
  const drawn = [...read(path).matchAll(/```mermaid\nstateDiagram-v2\n([^`]+)\n```/g)];
  expect(drawn.map(([, diagram]) => diagram)).toEqual(
    tables.map((transitions) => toArrows(transitions).join('\n')),
  );
});
