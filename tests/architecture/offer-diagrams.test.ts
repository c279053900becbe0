import { expect, test } from 'vitest';
import { offerTransitions, reservationTransitions } from '#features/offers/rules.ts';
import { read } from './source-tree.ts';

/** The arrows of a table of transitions, from the first state to the ends. */
const toArrows = (transitions: Record<string, readonly string[]>): string[] =>
  [
    `[*] --> ${Object.keys(transitions)[0]}`,
    ...Object.entries(transitions).flatMap(([from, next]) =>
      next.length === 0 ? [`${from} --> [*]`] : next.map((to) => `${from} --> ${to}`),
    ),
  ].map((arrow) => `    ${arrow}`);

test('the diagrams of offers and reservations are those of the tables of transitions', () => {
  const drawn = [...read('docs/offers.md').matchAll(/```mermaid\nstateDiagram-v2\n([^`]+)\n```/g)];
  expect(drawn.map(([, diagram]) => diagram)).toEqual(
    [offerTransitions, reservationTransitions].map((transitions) => toArrows(transitions).join('\n')),
  );
});
