import { afterEach, expect, it } from 'vitest';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';

let markets: TestMarkets;
afterEach(() => markets.stop());

const manifestOf = async (name: string) =>
  (await (await fetch(`${markets.addressOf(name)}/manifest.webmanifest`)).json()) as {
    name: string;
    lang: string;
  };

it('what an administrator saves is used without a restart, in that market only', async () => {
  markets = await TestMarkets.open(['northfield', 'westfield']);
  const { seller } = markets.world('northfield');
  await markets.database('northfield').transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string }>(`SELECT email FROM users WHERE id = '${seller.id}'`);
    await grantAdmin(tx, rows[0]!.email);
  });
  const [before, neighbor] = [await manifestOf('northfield'), await manifestOf('westfield')];
  const { body } = await seller.get('/api/admin/campus');
  const { iconVersion: _icon, operator: _operator, ...settings } = body;
  const changed = { ...settings, name: 'Northfield College', languages: ['de', 'en'] };
  expect((await seller.send('PUT', '/api/admin/campus', changed)).status).toBe(200);
  await expect
    .poll(() => manifestOf('northfield'))
    .toMatchObject({ name: 'BookSwap · Northfield College', lang: 'de' });
  expect(before.name).not.toContain('College');
  expect(await manifestOf('westfield')).toEqual(neighbor);
});
