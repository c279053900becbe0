import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestApp } from '../support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ env: { CAMPUS_LANGUAGES: 'es,en,ar' } });
});
afterAll(() => app.stop());
