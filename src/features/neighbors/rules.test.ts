import { expect, test } from 'vitest';
import { distanceKm, toHost } from './rules.ts';

test('a distance is in whole kilometers, and needs both places', () => {
  const chicago = { latitude: 41.8781, longitude: -87.6298 };
  expect(distanceKm(chicago, { latitude: 42.0451, longitude: -87.6877 })).toBe(19);
  expect(distanceKm(chicago, { latitude: 41.8782, longitude: -87.6298 })).toBe(1);
  expect(distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBe(22);
  expect(distanceKm(chicago, null)).toBeNull();
});

test('an address names its host', () => {
  expect(toHost(' https://Westfield.example/help?x ')).toBe('westfield.example');
  expect(toHost('westfield.localhost:3000')).toBe('westfield.localhost:3000');
});
