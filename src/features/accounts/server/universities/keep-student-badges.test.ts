import { afterAll, beforeAll, expect, it } from 'vitest';
import { openVerificationLink, readOutbox } from '#tests/support/product/read-outbox.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';

const university = 'Northfield University';
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({
    variables: { CAMPUS_NAME: university, CAMPUS_EMAIL_DOMAINS: 'northfield.example' },
  });
});
afterAll(() => app.stop());

const runJob = () => app.app.context.jobs.runNow('keep-student-badges');
const afterDays = async (days: number) => {
  app.clock.advance({ days });
  await runJob();
};

const REMINDER = 'Subject: Confirm your student email again';
const reminders = async ({ id }: TestClient) =>
  (await readOutbox(app, id)).filter((text) => text.includes(REMINDER));

async function newStudent(): Promise<TestClient> {
  const student = await app.signedInClient('Maya');
  await openVerificationLink(app, student);
  return student;
}

const ownBadge = async (student: TestClient) => (await student.post('/api/users/sync')).body;
/** The badge as others see it. */
const shownBadge = async ({ id }: TestClient) => {
  // A cached response may be a few seconds old.
  app.clock.advance({ minutes: 1 });
  return (await app.visitor().get(`/api/users/${id}`)).body.studentUniversity;
};

it('asks once, 30 days before the year is over, and shows the badge for 30 days after it', async () => {
  const student = await newStudent();
  const until = new Date(app.clock.now().getTime() + 365 * 86_400_000).toISOString();
  expect(await ownBadge(student)).toMatchObject({ studentUniversity: university, studentUntil: until });
  await afterDays(334);
  expect(await reminders(student)).toEqual([]);
  await afterDays(1);
  await runJob();
  expect(await reminders(student)).toHaveLength(1);
  expect((await reminders(student))[0]).toContain('/account-settings');
  await afterDays(59);
  expect(await shownBadge(student)).toBe(university);
  expect(await ownBadge(student)).toMatchObject({ studentUniversity: university, studentUntil: until });
  await afterDays(1);
  expect(await shownBadge(student)).toBeNull();
  expect(await reminders(student)).toHaveLength(1);
  // Signing in proves nothing new.
  expect(await ownBadge(student)).toMatchObject({ studentUniversity: null, studentUntil: until });
});

it('begins a new year with the emailed link, before the end and after it', async () => {
  const student = await newStudent();
  await student.patch('/api/users/me', { university: null });
  for (const days of [340, 400]) {
    await afterDays(days);
    expect((await student.post('/api/auth/send-verification-email')).status).toBe(202);
    await openVerificationLink(app, student);
    const until = new Date(app.clock.now().getTime() + 365 * 86_400_000).toISOString();
    expect(await ownBadge(student)).toMatchObject({
      studentUniversity: university,
      studentUntil: until,
      university: null,
    });
    expect(await shownBadge(student)).toBe(university);
  }
  expect(await reminders(student)).toHaveLength(1);
  await afterDays(336);
  expect(await reminders(student)).toHaveLength(2);
});

it('begins the year of an earlier badge with its first run', async () => {
  const student = await newStudent();
  await app.database.pool.query('UPDATE users SET student_confirmed_at = NULL');
  await afterDays(500);
  expect(await shownBadge(student)).toBe(university);
  await afterDays(394);
  expect(await shownBadge(student)).toBe(university);
  await afterDays(1);
  expect(await shownBadge(student)).toBeNull();
});

it('has no reason to confirm another email again', async () => {
  const person = await app.signedInClient('Eve', 'eve@evil-mit.edu');
  await openVerificationLink(app, person);
  expect(await ownBadge(person)).toMatchObject({ studentUniversity: null, studentUntil: null });
  expect((await person.post('/api/auth/send-verification-email')).body.code).toBe('email-already-verified');
});
