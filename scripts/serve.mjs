#!/usr/bin/env node
// The server alone, on Node 24 with everything installed and built. start.mjs runs it if it runs on another
// Node.
import { serve } from '../packages/launcher/serve.mjs';
import { launcherConfig } from './launcher-config.mjs';

await serve(launcherConfig);
