import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';

let world: ModerationWorld;
beforeAll(async () => void (world = await ModerationWorld.open()));
afterAll(() => world.app.stop());

/** An appeal of a new person, against a measure of this member. */
async function appeal(by = world.ana, name = 'Appealing'): Promise<string> {
  const person = await world.person(name);
  const caseId = await world.openBookCase(await world.list(person), person);
  const { id } = (await by.post(`/api/staff/cases/${caseId}/measures`, { kind: 'hide', reason: 'spam' }))
    .body;
  expect((await person.post(`/api/decisions/${id}/appeal`, { text: name })).status).toBe(201);
  return id;
}

/** How many statements the page of appeals runs, in transactions too. Those of jobs name none of these tables. */
async function countStatements(): Promise<number> {
  const query = vi.spyOn(Client.prototype, 'query');
  expect((await world.ben.get('/api/staff/appeals?limit=50')).status).toBe(200);
  const count = query.mock.calls.filter(([statement]: readonly unknown[]) =>
    /"appeals"|"reports"|"notices"|one\.mailbox/.test(
      typeof statement === 'string' ? statement : String((statement as { text?: string }).text),
    ),
  ).length;
  query.mockRestore();
  return count;
}

it('runs as many statements for many appeals as for one', async () => {
  await appeal();
  const one = await countStatements();
  expect(one).toBeGreaterThan(3);
  for (let number = 0; number < 5; number += 1) await appeal();
  expect(await countStatements()).toBeLessThanOrEqual(one);
});

it('says of each whether the reader can answer it', async () => {
  const [ofAna, ofBen] = [await appeal(world.ana, 'By Ana'), await appeal(world.ben, 'By Ben')];
  const listed = (await world.ben.get('/api/staff/appeals?limit=50')).body;
  const canDecide = (id: string) =>
    listed.find(({ measure }: { measure: { id: string } }) => measure.id === id).canDecide;
  expect([canDecide(ofAna), canDecide(ofBen)]).toEqual([true, false]);
});
