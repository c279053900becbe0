/** Chromium's fake camera, which shows a file of frames. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showToCamera } from './barcode.ts';
import { browserLaunch } from './browser.ts';
import { test } from './test.ts';

/** For a file of journeys: each of its browsers has a camera. Returns the file that the camera shows. */
export async function useFakeCamera(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bookswap-camera-'));
  const camera = join(folder, 'camera.y4m');
  const launch = await browserLaunch({ packaged: true });
  test.use({
    launchOptions: {
      ...launch,
      args: [
        ...launch.args,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${camera}`,
      ],
    },
  });
  test.beforeAll(() => showToCamera(camera, { bars: '' }));
  test.afterAll(() => rmSync(folder, { recursive: true }));
  return camera;
}
