import { afterEach, describe, expect, it } from 'vitest';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';
import { newAdmin } from '#tests/support/markets/filled-market.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';

let markets: TestMarkets;
afterEach(() => markets.stop());

const NAME = 'westfield';
const manifest = async () =>
  (await fetch(`${markets.addressOf(NAME)}/manifest.webmanifest`)).json() as Promise<{ name: string }>;

async function closeAndOpen(): Promise<number> {
  await markets.edge.markets.reopen(markets.entry(NAME).number);
  markets.clock.advance(11 * MINUTE_MS);
  await markets.edge.markets.closeIdle();
  expect(markets.isOpen(NAME)).toBe(false);
  return (await fetch(`${markets.addressOf(NAME)}/api/books`)).status;
}

describe('an administrator of a campus', () => {
  it('closes it with no name and no address that the settings accept', async () => {
    markets = await TestMarkets.start([NAME, 'northfield']);
    const admin = await newAdmin(await markets.appOf(NAME), 'westfield.edu', 'Wanda');
    const {
      iconVersion: _icon,
      operator: _operator,
      ...settings
    } = (await admin.get('/api/admin/campus')).body;
    const long = (count: number) => '📚'.repeat(count);
    const legal = { name: long(200), address: long(500), email: 'law@westfield.edu', person: long(200) };
    const changed = { ...settings, name: long(60), legal };
    expect((await admin.send('PUT', '/api/admin/campus', changed)).status).toBe(200);
    expect(await closeAndOpen()).toBe(200);
    expect((await manifest()).name).toContain(long(60));
  });

  it('is not kept out by stored settings that are no longer valid', async () => {
    markets = await TestMarkets.start([NAME, 'northfield']);
    const admin = await newAdmin(await markets.appOf(NAME), 'westfield.edu', 'Wanda');
    const {
      iconVersion: _icon,
      operator: _operator,
      ...settings
    } = (await admin.get('/api/admin/campus')).body;
    expect((await admin.send('PUT', '/api/admin/campus', { ...settings, name: 'College' })).status).toBe(200);
    await markets
      .database(NAME)
      .pool.query(`UPDATE campus_settings SET settings = settings || '{"timeZone": "Atlantis/Capital"}'`);
    expect(await closeAndOpen()).toBe(200);
    expect((await manifest()).name).not.toContain('College');
    const mended = { ...settings, name: 'College', version: 1 };
    expect((await admin.send('PUT', '/api/admin/campus', mended)).status).toBe(200);
    await expect.poll(async () => (await manifest()).name).toContain('College');
  });

  it('opens it again twice for a hundred changes at once', async () => {
    markets = await TestMarkets.start([NAME, 'northfield']);
    await markets.appOf(NAME);
    const { number } = markets.entry(NAME);
    const opened = new Set([markets.edge.markets.find(number)]);
    const changes = Array.from({ length: 100 }, async () => {
      await markets.edge.markets.reopen(number);
      opened.add(markets.edge.markets.find(number));
    });
    await Promise.all(changes);
    expect(opened.size).toBeLessThanOrEqual(3);
  });
});
