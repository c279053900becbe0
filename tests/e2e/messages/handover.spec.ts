import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes, setTextSize } from '#tests/support/browser/accessibility.ts';
import { showQrCodeToCamera } from '#tests/support/browser/barcode.ts';
import { useFakeCamera } from '#tests/support/browser/camera.ts';
import { serviceWorkerOf, setOfflineWithWorker } from '#tests/support/browser/offline.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

const camera = await useFakeCamera();

/** Returns what allows it again. */
async function refuseCamera(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  return () => page.evaluate(() => void Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
}

test('a buyer without a connection shows a code, which the seller scans once the camera is allowed', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const [maya, grace] = [await person('Maya Rao'), await person('Grace Lim')];
  const book = await maya.list({ title: `Handed over ${uniqueWord()}`, price: 5_400 });
  const id = await sendFirstMessage(grace, book, 'Is it still available?');
  const [seller, buyer] = [await browse(maya), await browse(grace, { serviceWorkers: 'allow' })];
  await openHydrated(seller, `/conversation/${id}`);
  await seller.getByRole('button', { name: 'Reserve for Grace' }).click();
  await expect(seller.getByRole('region', { name: 'Reservation' })).toContainText(
    'Reserved for Grace, $54.00',
  );

  await openHydrated(buyer, `/conversation/${id}`);
  // With text of twice the size, its buttons go below each other.
  const strip = buyer.getByRole('region', { name: 'Reservation' });
  await expect(strip).toBeVisible();
  await setTextSize(buyer, '200%');
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await setTextSize(buyer, '');
  await buyer.getByRole('link', { name: 'Handover code' }).click();
  const digits = buyer.locator('[aria-labelledby=code-title] p > span[aria-hidden]');
  await expect(digits).toHaveText(/^\d{3} \d{3}$/);
  await expectAccessibleInBothThemes(buyer, 'the handover code');
  const code = (await digits.innerText()).replace(' ', '');
  const worker = await serviceWorkerOf(buyer);
  await buyer.reload();
  await expect(digits).toBeVisible();
  await setOfflineWithWorker(buyer, worker, true);
  await buyer.reload();
  await expect(digits).toHaveText(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(buyer.getByText('The code works anyway.')).toBeVisible();
  await expect(buyer.getByText('Showing saved content.')).not.toBeVisible();
  await expect(buyer.getByRole('img', { name: 'QR code of the six digits' })).toBeVisible();

  await openHydrated(seller, '/profile');
  await seller.getByRole('link', { name: 'Confirm handover' }).click();
  const field = seller.getByLabel('Code', { exact: true });
  const allowCamera = await refuseCamera(seller);
  await seller.getByRole('button', { name: 'Scan the code' }).click();
  await expect(seller.getByRole('heading', { name: 'The camera is not available.' })).toBeVisible();
  await expect(seller.getByRole('button', { name: 'Take a photo instead' })).toBeVisible();
  await expectAccessibleInBothThemes(seller, 'the scanner of a code without a camera');
  await seller.getByRole('button', { name: 'Type the digits' }).click();
  await expect(field).toBeFocused();
  await allowCamera();
  showQrCodeToCamera(camera, code);
  await seller.getByRole('button', { name: 'Scan the code' }).click();
  await expect(field).toHaveValue(code);
  await seller.getByRole('button', { name: 'Confirm handover' }).click();
  await expect(seller.getByRole('heading', { name: 'Sold to Grace for $54.00' })).toBeVisible();
  await expectAccessibleInBothThemes(seller, 'a confirmed handover');
  await seller.getByRole('button', { name: 'Write a review' }).click();
  await expect(seller.getByRole('dialog', { name: 'How was it with Grace?' })).toBeVisible();

  await setOfflineWithWorker(buyer, worker, false);
  await expect(buyer.getByText('The book is yours.')).toBeVisible();
  await expectAccessibleInBothThemes(buyer, 'a book that was handed over');
  await buyer.getByRole('button', { name: 'Write a review' }).click();
  await expect(buyer.getByRole('dialog', { name: 'How was it with Maya?' })).toBeVisible();
  await buyer.keyboard.press('Escape');
  await buyer.getByRole('link', { name: 'Back to the conversation' }).click();
  await expect(buyer.getByText('Handover confirmed. The book is yours.')).toBeVisible();
});
