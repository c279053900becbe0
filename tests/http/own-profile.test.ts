import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadPhoto } from '../support/server/upload-photo.ts';
import { TestWorld } from '../support/server/test-world.ts';
import type { TestClient } from '../support/server/test-app.ts';

let world: TestWorld;
let maya: TestClient;
beforeAll(async () => {
  world = await TestWorld.open();
});
beforeEach(async () => {
  await world.clear();
  maya = await world.app.signedInClient('Maya Ross');
});
afterAll(() => world.app.stop());

const change = (person: TestClient, body: object) => person.patch('/api/users/me', body);
const files = () => readdir(join(world.app.app.context.dataDir, 'photos'), { recursive: true });
const sweep = () => world.app.app.context.jobs.runNow('delete-unattached-photos');

it('can be edited, shows at once, and is no longer overwritten by the identity provider', async () => {
  await world.createBook({ title: 'Statistics' }, maya);
  expect((await world.listBooks())[0].seller.name).toBe('Maya Ross');
  const changed = await change(maya, { name: '  Maya R.  ', university: 'Northfield University' });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { name: 'Maya R.', university: 'Northfield University' },
  ]);
  expect((await world.listBooks())[0].seller).toMatchObject({
    name: 'Maya R.',
    university: 'Northfield University',
  });
  expect((await maya.post('/api/users/sync', { name: 'Maya Ross' })).body).toEqual(changed.body);
  expect((await change(maya, { university: '' })).body.university).toBeNull();
  expect((await change(maya, {})).body.name).toBe('Maya R.');
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: ' ​ ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'a\u202eb' }, 'name'],
  [{ university: 'x'.repeat(201) }, 'university'],
  [{ profileImage: 'https://tracker.example/pixel.png' }, 'profileImage'],
  [{ profileImage: '/objects/uploads/01a19b7c-0000-7000-8000-000000000001.webp' }, 'profileImage'],
])('refuses %j', async (body, path) => {
  const { status, body: problem } = await change(maya, body);
  expect([status, problem.errors[0].path]).toEqual([400, path]);
});

it('requires sign-in and changes nothing else', async () => {
  expect((await change(world.app.visitor(), { name: 'Nobody' })).status).toBe(401);
  const { body } = await change(maya, { isAdmin: true, email: 'boss@northfield.example', totalSales: 9 });
  expect(body).toMatchObject({ isAdmin: false, totalSales: 0 });
  expect(body.email).not.toBe('boss@northfield.example');
});

it('has a profile image, which stays while it is in use', async () => {
  const first = await uploadPhoto(world.app, maya);
  const second = await uploadPhoto(world.app, maya);
  const taken = await uploadPhoto(world.app, world.buyer);
  expect((await change(maya, { profileImage: taken })).body.code).toBe('profile-image-not-attachable');
  expect((await change(maya, { profileImage: first })).body.profileImage).toBe(first);
  // A profile image cannot be a photo of a listing, and vice versa.
  expect((await maya.post('/api/books', { ...listing, images: [first] })).body.code).toBe(
    'photo-not-attachable',
  );
  world.app.clock.advance({ days: 2 });
  await sweep();
  expect((await world.app.visitor().get(`${first}?w=240`)).status).toBe(200);
  // The second upload is too old.
  expect((await change(maya, { profileImage: second })).status).toBe(400);
  const third = await uploadPhoto(world.app, maya);
  expect((await change(maya, { profileImage: third })).body.profileImage).toBe(third);
  await sweep();
  expect((await world.app.visitor().get(first)).status).toBe(404);
  expect((await change(maya, { profileImage: null })).body.profileImage).toBeNull();
  world.app.clock.advance({ days: 2 });
  await sweep();
  expect((await files()).filter((name) => name.endsWith('.webp'))).toEqual([]);
});

const listing = {
  title: 'Campbell Biology',
  author: 'Lisa A. Urry',
  condition: 'Good',
  price: 4200,
};
