import { expect, test } from 'vitest';
import { readSimulateArguments } from './simulate-arguments.ts';

test('by default one campus visits this machine', () => {
  expect(readSimulateArguments(['--yes'])).toEqual({
    urls: ['http://127.0.0.1:3000'],
    multiple: 1,
    minutes: 3,
    termStart: false,
    seed: 1,
    accounts: 20,
    maxConnections: 200,
    metricsToken: undefined,
  });
});

test('several processes, a multiple and a term start can be chosen', () => {
  const words = ['--yes', '--url=http://localhost:3001/', '--url', 'http://[::1]:3002', '--multiple=10'];
  expect(readSimulateArguments([...words, '--minutes=0.5', '--term-start'])).toMatchObject({
    urls: ['http://localhost:3001', 'http://[::1]:3002'],
    multiple: 10,
    minutes: 0.5,
    termStart: true,
  });
});

test('it says what it will do, and does it only with --yes', () => {
  expect(() => readSimulateArguments(['--accounts=7'])).toThrow(
    /signs up 7 users at http:\/\/127.*add --yes/s,
  );
});

test('another machine needs --allow-remote', () => {
  for (const host of ['bookswap.example', '10.0.0.7', 'localhost.example', '127.0.0.1.example'])
    expect(() => readSimulateArguments(['--yes', `--url=http://${host}`])).toThrow('another machine');
  const allowed = readSimulateArguments(['--yes', '--allow-remote', '--url=https://bookswap.example/x']);
  expect(allowed.urls).toEqual(['https://bookswap.example']);
});

test('what is out of range or unknown is an error', () => {
  const wrong = [
    '--multiple=0',
    '--multiple=',
    '--minutes=1000',
    '--accounts=1',
    '--url=ftp://127.0.0.1',
    '--speed=2',
  ];
  for (const word of wrong)
    expect(() => readSimulateArguments(['--yes', word])).toThrow(/must be|no http|Unknown option/);
});
