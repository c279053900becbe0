#!/usr/bin/env node
// `npm start` and `npm run dev`. Begins on whatever Node there is, before anything is installed: no packages are imported here or
// in ./runtime, and this file keeps to syntax that old Nodes can read, so that they can say what is missing.
// package.json says `exec node …`: a shell between npm and us would take npm's SIGTERM and leave us behind.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error('BookSwap needs Node.js 20 or newer to start; this is ' + process.version + '.');
  process.exit(1);
}

void import('./bootstrap/launch.mjs').then(({ launch }) => launch(process.argv.slice(2)));
