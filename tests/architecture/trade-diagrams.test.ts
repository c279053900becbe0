import { expect, test } from 'vitest';
import { moderationTransitions } from '#features/moderation/rules.ts';
import { meetingTransitions } from '#features/meetings/rules.ts';
import { tradeTransitions } from '#features/trades/rules.ts';
import { read } from './source-tree.ts';

type Transitions = Record<string, readonly string[]>;

/** The arrows of a table of transitions, from the first state to the ends. */
const toArrows = (transitions: Transitions): string[] => [
  `[*] --> ${Object.keys(transitions)[0]}`,
  ...Object.entries(transitions).flatMap(([from, next]) =>
    next.length === 0 ? [`${from} --> [*]`] : next.map((to) => `${from} --> ${to}`),
  ),
];

/** A state as the picture of all parts names it. */
const withPart = (part: string, states: Transitions): Transitions => {
  // Mermaid has no hyphens in names.
  const nameOf = (state: string) => (state in states ? `${part}_${state}`.replaceAll('-', '_') : state);
  return Object.fromEntries(Object.entries(states).map(([from, next]) => [nameOf(from), next.map(nameOf)]));
};

const toArrowsOfParts = (parts: Record<string, Transitions>): string[] =>
  Object.entries(parts).flatMap(([part, states]) => toArrows(withPart(part, states)));

test.each([
  ['ARCHITECTURE.md', toArrowsOfParts(tradeTransitions)],
  ['docs/moderation.md', toArrowsOfParts(moderationTransitions)],
  ['docs/meetings.md', toArrows(meetingTransitions)],
])('the diagram of %s is that of its table of transitions', (path, arrows) => {
  const [, diagram] = /```mermaid\nstateDiagram-v2\n([^`]+)\n```/.exec(read(path))!;
  expect(diagram!.split('\n').map((line) => line.trim())).toEqual(arrows);
});
