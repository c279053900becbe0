import { afterAll, beforeAll, expect } from 'vitest';
import { pushServices } from '#features/notifications/rules.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { FakePushService, type TestDevice } from '../fakes/fake-push-service.ts';
import type { TestClient } from '../server/test-app.ts';
import { TestWorld } from '../server/test-world.ts';

type Variables = NonNullable<Parameters<typeof TestWorld.open>[0]>['variables'];

/** A world with a push service on this machine, which gets messages without delay. */
export class PushWorld {
  readonly world: TestWorld;
  readonly #service: FakePushService;

  private constructor(world: TestWorld, service: FakePushService) {
    this.world = world;
    this.#service = service;
  }

  static async open(variables: Variables = {}): Promise<PushWorld> {
    const service = await FakePushService.start();
    const push = { services: [...pushServices, service.origin], pushDelaySeconds: 0 };
    return new PushWorld(await TestWorld.open({ push, variables }), service);
  }

  /** A browser of the user that receives all notifications. Without a language it has the market's first. */
  async addDevice(user: TestClient, language?: Language): Promise<TestDevice> {
    const device = this.#service.device();
    const token = JSON.stringify(device.subscription);
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    expect((await user.send('PUT', '/api/users/me/push-token', { token }, headers)).status).toBe(200);
    return device;
  }

  async stop(): Promise<void> {
    await this.world.app.stop();
    await this.#service.stop();
  }
}

/** One product with a push service for the tests of a file. */
export function usePushWorld(assign: (push: PushWorld) => void, variables?: Variables): void {
  let push: PushWorld;
  beforeAll(async () => assign((push = await PushWorld.open(variables))));
  afterAll(() => push.stop());
}
