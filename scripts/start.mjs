#!/usr/bin/env node
// `npm start` and `npm run dev`. Starts on any Node, before anything is installed: no packages are imported
// here or in packages/launcher, and this file keeps to syntax that old Nodes can read, so that they can
// report what is missing. package.json says `exec node …`: a shell between npm and this process would take
// npm's SIGTERM, and hide npm's death.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error('BookSwap needs Node.js 20 or newer to start; this is ' + process.version + '.');
  process.exit(1);
}

void Promise.all([import('../packages/launcher/launch.mjs'), import('./launcher-config.mjs')]).then(
  ([{ launch }, { launcherConfig }]) => launch(launcherConfig, process.argv.slice(2)),
);
