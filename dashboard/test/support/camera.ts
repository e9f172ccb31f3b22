import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';

const [WIDTH, HEIGHT] = [640, 480];
const FRAMES = 2;

const BROWSER = '/usr/bin/chromium';

/** The shell, which the other tests use, has no camera. Null where there is no other browser. */
export const BROWSER_WITH_CAMERA = existsSync(BROWSER) ? BROWSER : null;

/** What the fake camera of this worker's browser shows: a film that `film` makes. */
export const FILM = join(tmpdir(), `tour-events-camera-${process.pid}.y4m`);

/** For the browser, which looks at the film when a page opens the camera. */
export const CAMERA_ARGS = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`];

/** Films something on a screen as somebody shows it: a bit askew, on a grey table. */
export async function film(shown: Locator): Promise<void> {
  const png = (await shown.screenshot()).toString('base64');
  const luma = await shown.page().evaluate(
    async ({ png, width, height }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
      canvas.fillStyle = '#777';
      canvas.fillRect(0, 0, width, height);
      canvas.translate(width / 2, height / 2);
      canvas.rotate(0.2);
      const size = height * 0.6;
      canvas.drawImage(picture, -size / 2, -size / 2, size, (size * picture.height) / picture.width);
      const { data } = canvas.getImageData(0, 0, width, height);
      return Array.from({ length: width * height }, (_, index) => data[index * 4]!);
    },
    { png, width: WIDTH, height: HEIGHT },
  );
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(luma), Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(FILM, Buffer.concat([header, ...Array<Buffer>(FRAMES).fill(frame)]));
}
