#!/usr/bin/env node
// `npm run build`: the build part of `npm start`.
import { ensureBuilt } from '../packages/launcher/ensure-built.mjs';
import { ensureInstalled } from '../packages/launcher/ensure-installed.mjs';
import { exitWithMessage } from '../packages/launcher/startup-error.mjs';
import { launcherConfig } from './launcher-config.mjs';

try {
  await ensureInstalled(launcherConfig, 'production');
  await ensureBuilt(launcherConfig);
} catch (error) {
  exitWithMessage(error);
}
