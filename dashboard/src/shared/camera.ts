/** Reads codes in pictures, as the browser's own reader does, which TypeScript does not know yet (W3C, Shape Detection). */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

export interface DetectorClass {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Why nothing can be scanned. */
export type CameraProblem = 'noCamera' | 'cameraDenied' | 'noReader';

export class CameraError extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem);
  }
}

/** A camera with a light, which TypeScript does not know yet (W3C, Image Capture). */
type WithTorch<T> = T & { torch?: boolean };

/**
 * Our reader runs on the page's own thread: at a quarter of a processor's speed it needs about 70 ms for a picture, and in
 * between whatever is pressed comes through.
 */
const PAUSE_MS = 60;
/** Enough for a printed pass an arm's length away. */
const CAMERA = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

/**
 * Shows the camera and reads one code.
 *
 * @param loadDetector a reader of codes for browsers without one of their own, as on iPhones and in Firefox
 * @param lit where the camera has a light: what turns it on and off
 * @returns null when it is stopped first
 * @throws CameraError
 */
export async function readCode(
  video: HTMLVideoElement,
  stopped: AbortSignal,
  loadDetector: () => Promise<DetectorClass>,
  lit?: (shine: (on: boolean) => void) => void,
): Promise<string | null> {
  const stream = await openCamera();
  try {
    const [track] = stream.getVideoTracks();
    const capabilities: WithTorch<MediaTrackCapabilities> | undefined = track?.getCapabilities?.();
    if (capabilities?.torch === true) lit?.((on) => void track!.applyConstraints(withTorch(on)).catch(() => undefined));
    video.srcObject = stream;
    await video.play();
    let detector = (await browsersDetector()) ?? (await ownDetector(loadDetector));
    while (!stopped.aborted) {
      try {
        const [found] = await detector.detect(video);
        if (found !== undefined) return found.rawValue;
      } catch {
        // Phones without what the browser's reader is made of have its class all the same.
        detector = await ownDetector(loadDetector);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

function withTorch(torch: boolean): MediaTrackConstraints {
  const light: WithTorch<MediaTrackConstraintSet> = { torch };
  return { advanced: [light] };
}

async function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new CameraError('noCamera');
  try {
    return await navigator.mediaDevices.getUserMedia({ video: CAMERA });
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
    throw new CameraError(isDenied ? 'cameraDenied' : 'noCamera');
  }
}

async function browsersDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return BarcodeDetector !== undefined && formats.includes('qr_code')
    ? new BarcodeDetector({ formats: ['qr_code'] })
    : null;
}

async function ownDetector(load: () => Promise<DetectorClass>): Promise<Detector> {
  const OwnDetector = await load().catch(() => {
    throw new CameraError('noReader');
  });
  return new OwnDetector({ formats: ['qr_code'] });
}
