import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '#tests/cluster/support/until.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { makeAdminIn } from '#tests/support/browser/stored-data.ts';
import type { Engine, RunningEngine } from './engine.ts';
import { Phone } from './phone.ts';
import { Relay } from './relay.ts';
import { Student } from './student.ts';

const MAIL_LIMIT_MS = 15_000;
const PICTURES = join(import.meta.dirname, '..', '..', '..', 'test-results', 'engines');

/** What a journey is given: people, their phones and their mail. */
class World {
  readonly #engine: RunningEngine;
  readonly #server: E2eServer;
  readonly #name: string;
  readonly #publicUrl: string | undefined;
  #phones: Phone[] = [];
  #admin: Student | null = null;

  private constructor(name: string, engine: RunningEngine, server: E2eServer, publicUrl?: string) {
    this.#name = name;
    this.#publicUrl = publicUrl;
    this.#engine = engine;
    this.#server = server;
  }

  static async open(engine: Engine, variables: Record<string, string>): Promise<World> {
    const server = await E2eServer.start({ ISBN_LOOKUP: 'off', ...variables });
    return new World(engine.name, await engine.start(), server, variables.PUBLIC_URL);
  }

  /** A new user with an account. */
  student = (name = 'Robin Reader'): Promise<Student> => Student.signUp(this.#server.url, name);

  /** A user with a confirmed email. */
  confirmedStudent = async (name?: string): Promise<Student> => {
    const student = await this.student(name);
    const token = (await this.mailedPath(student.email, 'verify-email')).split('=')[1];
    await student.call('POST', '/api/auth/verify-email', { token });
    return student;
  };

  /** A member of the team. */
  moderator = async (name: string): Promise<Student> => {
    const member = await this.confirmedStudent(name);
    if (this.#admin === null) {
      const admin = await this.confirmedStudent('Nico Lead');
      await makeAdminIn(this.#server.dataDir, admin);
      this.#admin = admin;
    }
    await this.#admin.call('PUT', `/api/admin/users/${member.id}/roles`, { roles: ['moderator'] });
    return member;
  };

  /** The browsers have a store of passkeys. */
  authenticator = async (): Promise<void> => this.#engine.addAuthenticator?.();

  /** A new browser of a user, or of a visitor. With a public address there is one at a time. */
  phone = async (person: Student | null = null): Promise<Phone> => {
    const relay = await Relay.start(this.#server.url, this.#publicUrl);
    const phone = new Phone(await this.#engine.openTab(), relay, person);
    this.#phones.push(phone);
    return phone;
  };

  /** The path of the link to a page in an email to this address, as soon as it is there. */
  mailedPath = async (email: string, page: string): Promise<string> => {
    const outbox = join(this.#server.dataDir, 'mail-outbox');
    let path: string | undefined;
    const find = async () => {
      const names = await readdir(outbox).catch(() => []);
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
      const own = mails.filter((mail) => mail.startsWith(`To: ${email}\n`)).join('\n');
      path = new RegExp(`/${page}\\?token=\\S+`).exec(own)?.[0];
      return path !== undefined;
    };
    await until(`an email to ${email} with a link to /${page}`, find, MAIL_LIMIT_MS);
    return path!;
  };

  /** The path of a photo as cameras write them: 12 megapixels that lie on their side. */
  photo = async (): Promise<string> => {
    const path = join(this.#server.dataDir, 'photo.jpg');
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#803030', noise } })
      .jpeg({ quality: 80 })
      .withMetadata({ orientation: 6 })
      .toFile(path);
    return path;
  };

  /** The path of a file on the device. */
  file = async (name: string, content: string): Promise<string> => {
    const path = join(this.#server.dataDir, name);
    await writeFile(path, content);
    return path;
  };

  /** Closes the phones. Returns what they have reported. */
  async closePhones(): Promise<string[]> {
    const phones = this.#phones;
    this.#phones = [];
    const troubles = phones.flatMap(({ relay }) => relay.troubles);
    for (const phone of phones) {
      await phone.close();
      await phone.relay.stop();
    }
    return troubles;
  }

  /** Saves what the phones show. */
  async takePictures(title: string): Promise<void> {
    for (const [at, phone] of this.#phones.entries())
      await phone.screenshot(PICTURES, `${this.#name}, ${title}, ${at + 1}`).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#engine.stop();
    await this.#server.stop();
  }
}

/** By title. */
export type Journeys = Record<string, (world: World) => Promise<void>>;

/**
 * Runs the journeys on an engine, with a server that has these variables. A report of a page fails the journey, unless
 * it was allowed.
 */
export function runJourneys(
  engine: Engine,
  journeys: Journeys,
  variables: Record<string, string> = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- one of two engines
  describe.skipIf(engine.findMissing().length > 0)(engine.name, () => {
    let world: World | undefined;
    beforeAll(async () => {
      world = await World.open(engine, variables);
    });
    afterAll(() => world?.close());
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await world!.takePictures(task.name);
      expect(await world!.closePhones(), 'reports of the pages').toEqual([]);
    });
    test.for(Object.entries(journeys))('%s', ([, run]) => run(world!));
  });
}
