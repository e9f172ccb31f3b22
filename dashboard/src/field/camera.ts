/** The browser's own reader of codes, which TypeScript does not know yet (W3C, Shape Detection). */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

export const canScan = () => detectorClass() !== undefined && navigator.mediaDevices !== undefined;

/**
 * Shows the camera and reads one code.
 *
 * @returns null when it is stopped first
 */
export async function readCode(video: HTMLVideoElement, stopped: AbortSignal): Promise<string | null> {
  const Detector = detectorClass();
  if (Detector === undefined) return null;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    video.srcObject = stream;
    await video.play();
    const detector = new Detector({ formats: ['qr_code'] });
    while (!stopped.aborted) {
      const [found] = await detector.detect(video).catch(() => []);
      if (found !== undefined) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
