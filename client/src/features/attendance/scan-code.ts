import { useEffect, useState } from 'react';

/** What we use of the browser's reader. Some browsers have none: https://developer.mozilla.org/docs/Web/API/BarcodeDetector */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

const FORMAT = 'qr_code';
/** How often a picture of the camera is read, in milliseconds. */
const LOOK_MS = 200;

const findDetector = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** Whether this browser can read a QR code with a camera. False until it is known. */
export function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false);
  useEffect(() => {
    let isGone = false;
    void askBrowser().then((answer) => {
      if (!isGone) setCanScan(answer);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return canScan;
}

async function askBrowser(): Promise<boolean> {
  // Without HTTPS there is no camera.
  if (!('mediaDevices' in navigator)) return false;
  const formats = await findDetector()
    ?.getSupportedFormats()
    .catch((): string[] => []);
  return formats?.includes(FORMAT) ?? false;
}

/**
 * Shows the camera and reads QR codes until the signal ends it, which also turns the camera off.
 * @param onRead gets each text again and again while its code is in the picture
 * @throws {DOMException} if there is no camera, or it is not allowed
 */
export async function scanCodes(
  video: HTMLVideoElement,
  onRead: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const Reader = findDetector();
  if (!Reader) return;
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment' },
  });
  const turnOff = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  // At once, whatever the reader is still doing.
  signal.addEventListener('abort', turnOff, { once: true });
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    const detector = new Reader({ formats: [FORMAT] });
    while (!signal.aborted) {
      const [code] = await detector.detect(video);
      if (code && !signal.aborted) onRead(code.rawValue);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    turnOff();
  }
}
