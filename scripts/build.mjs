#!/usr/bin/env node
// `npm run build`: what `npm start` does before it serves, and no more.
import { ensureBuilt } from './runtime/build.mjs';
import { ensureInstalled } from './runtime/install.mjs';
import { end } from './runtime/launch.mjs';

try {
  await ensureInstalled('production');
  await ensureBuilt();
} catch (error) {
  end(error);
}
