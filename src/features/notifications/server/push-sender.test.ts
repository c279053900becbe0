import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import webPush from 'web-push';
import { FakePushService, type TestDevice } from '#tests/support/fakes/fake-push-service.ts';
import { createPushSender, resumeAfterOutage } from './push-sender.ts';

let service: FakePushService;
let now = Date.parse('2026-09-01T08:00:00Z');
let returns: number;
/** Sends to a device whose service responds with these. Returns the kinds of its responses. */
let push: (device: TestDevice, ...answers: number[]) => Promise<string[]>;

beforeAll(async () => {
  service = await FakePushService.start();
});
afterAll(() => service.stop());
beforeEach(() => {
  returns = 0;
  const sender = createPushSender(webPush.generateVAPIDKeys(), {
    subject: 'mailto:office@northfield.example',
    services: [service.origin],
  });
  const clock = { now: () => new Date(now) };
  const send = resumeAfterOutage(sender, { clock, onBack: async () => void (returns += 1) });
  const payload = { title: 'Maya', body: 'Hello', path: '/', sentAt: clock.now().toISOString() };
  push = async (device, ...answers) => {
    device.answers = [...answers];
    const kinds: string[] = [];
    for (const _ of answers)
      kinds.push((await send(device.subscription, payload, { topic: 'topic', seconds: 60 })).kind);
    return kinds;
  };
});

it('takes no status for an outage of the service', async () => {
  const [phone, laptop] = [service.device(), service.device()];
  for (const status of [429, 408, 500, 503]) {
    expect(await push(phone, status)).toEqual(['busy']);
    expect(await push(laptop, 201)).toEqual(['accepted']);
  }
  expect(returns).toBe(0);
});

it('tells once per outage that the service is back, when it accepts again, and at most once a minute', async () => {
  const phone = service.device();
  expect(await push(phone, 0, 0, 503)).toEqual(['no response', 'no response', 'busy']);
  expect(returns).toBe(0);
  expect(await push(phone, 201, 201)).toEqual(['accepted', 'accepted']);
  expect(returns).toBe(1);
  expect(await push(phone, 0, 201, 0, 201)).toEqual(['no response', 'accepted', 'no response', 'accepted']);
  expect(returns).toBe(1);
  now += 60_000;
  await push(phone, 201, 201);
  expect(returns).toBe(2);
});
