import type { Locator } from '@playwright/test';
import decodeQr from 'qr/decode.js';

/** What a code on the screen or on a sheet says to a camera. */
export async function readQrCode(shown: Locator): Promise<string> {
  const png = (await shown.screenshot()).toString('base64');
  const { width, height, data } = await shown.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    canvas.drawImage(picture, 0, 0);
    const pixels = canvas.getImageData(0, 0, picture.width, picture.height);
    return { width: picture.width, height: picture.height, data: Array.from(pixels.data) };
  }, png);
  return decodeQr({ width, height, data: Uint8Array.from(data) });
}
