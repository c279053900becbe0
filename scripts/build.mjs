#!/usr/bin/env node
// `npm run build`: what `npm start` does before it serves, and no more.
import { ensureBuilt } from './bootstrap/ensure-built.mjs';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { exitWithMessage } from './bootstrap/launch.mjs';

try {
  await ensureInstalled('production');
  await ensureBuilt();
} catch (error) {
  exitWithMessage(error);
}
