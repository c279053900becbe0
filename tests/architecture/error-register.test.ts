import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { commonProblems, type ProblemRegistry } from '#platform/shared/problem.ts';

it('has every code once, in kebab-case, with a sentence for users', async () => {
  const registers: ProblemRegistry[] = [commonProblems];
  for (const file of globSync('src/features/*/contract.ts')) {
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (name.endsWith('Problems')) registers.push(value as ProblemRegistry);
    }
  }
  const codes = registers.flatMap((register) => Object.entries(register));
  expect(codes.length).toBeGreaterThan(20);
  expect(new Set(codes.map(([code]) => code)).size).toBe(codes.length);
  for (const [code, { status, detail }] of codes) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(detail).toMatch(/^[A-Z].+/);
  }
});
