import { expect, test } from 'vitest';
import { paymentTransitions } from '#features/payments/rules.ts';
import { read } from './source-tree.ts';

test('the payment diagram shows exactly the allowed transitions', () => {
  const diagram = /```mermaid\n([^`]+)```/.exec(read('docs/payments.md'))?.[1] ?? '';
  const drawn = [...diagram.matchAll(/^ *(\w+|\[\*\]) --> (\w+|\[\*\])/gm)].map(
    ([, from, to]) => `${from} → ${to}`,
  );
  const edges = Object.entries(paymentTransitions).flatMap(([from, next]) =>
    next.map((to) => `${from} → ${to}`),
  );
  const ends = Object.entries(paymentTransitions).flatMap(([from, next]) =>
    next.length === 0 ? [`${from} → [*]`] : [],
  );
  expect(drawn.toSorted()).toEqual(['[*] → pending', ...edges, ...ends].toSorted());
});
