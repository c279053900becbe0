// What `npm start` does, with a server whose password hashes are cheap: journeys create hundreds of users.
import { launch } from '../../../packages/launcher/launch.mjs';
import { launcherConfig } from '../../../scripts/launcher-config.mjs';

await launch({ ...launcherConfig, entry: 'tests/support/browser/serve-product.ts' }, []);
