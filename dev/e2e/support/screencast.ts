import type { Page } from '@playwright/test';

/** What the person saw at one moment. */
type Frame = {
  /** A JPEG in base64. */
  picture: string;
  /** How far the page was scrolled, in CSS pixels. */
  scrollY: number;
  /** When Chromium drew it, in milliseconds. */
  time: number;
};

/** A place on the page, in CSS pixels from its top left corner. */
type Box = { x: number; y: number; width: number; height: number };

/** Where pictures belonged at one moment. */
type Layout = { time: number; boxes: Box[] };

/** A place of a picture of which more than this share shows the ground is a hole. */
const MOST_GROUND = 0.5;

/** Chromium needs a moment to draw what comes into sight, texts too. What is gone so soon is not the page's fault. */
const SOON_MS = 200;

/** A frame may be this much older or newer than the layout that it shows, in milliseconds. */
const DRAWING_MS = 1_000;

/**
 * A style that paints the ground of the page, of its cards and of their gray bars in a loud color. As a gradient, because
 * Chromium fills what it has not drawn yet with a plain ground, and a busy machine must not be mistaken for a hole.
 */
export const LOUD_GROUND = `#root, .class-card, .skeleton {
  background: linear-gradient(rgb(255, 0, 255), rgb(245, 0, 255)) !important;
  animation: none !important;
}`;

/** Notes at every frame where pictures belong: at the top of each card, and in the carousel's place. */
export function watchLayout(): void {
  const target = window as unknown as { layouts: Layout[] };
  target.layouts = [];
  const note = () => {
    const boxes: Box[] = [];
    const add = (element: Element, height: number, wide = Infinity) => {
      const { x, y, width: whole } = element.getBoundingClientRect();
      const width = Math.min(whole, wide);
      boxes.push({ x: x + 24, y: y + window.scrollY + 24, width: width - 48, height: height - 48 });
    };
    const isPhone = innerWidth < 640;
    for (const card of document.querySelectorAll('.class-card'))
      add(card, isPhone ? 134 : 260, isPhone ? 126 : Infinity);
    const carousel = document.querySelector('[aria-label="Life at the camp"]');
    if (carousel) add(carousel, Math.min(480, innerWidth * 0.43));
    target.layouts.push({ time: Date.now(), boxes });
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}

/** Records every frame that Chromium draws while something happens. */
export async function recordFrames(page: Page, act: () => Promise<void>): Promise<Frame[]> {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const time = (metadata.timestamp ?? 0) * 1_000;
    frames.push({ picture: data, scrollY: metadata.scrollOffsetY, time });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 480 });
  await act();
  await session.send('Page.stopScreencast');
  return frames;
}

/** Scrolls down to the end, ten ticks of the wheel at once, and rests in between. */
export async function scrollInBursts(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  let isAtEnd = false;
  while (!isAtEnd) {
    await Promise.all(Array.from({ length: 10 }, () => page.mouse.wheel(0, 100)));
    isAtEnd = await page.evaluate(waitForRest);
  }
}

/** @returns whether the page is at its end, once it has not moved for a third of a second */
async function waitForRest(): Promise<boolean> {
  let last = -1;
  for (let still = 0; still < 20; still += 1) {
    if (window.scrollY !== last) still = 0;
    last = window.scrollY;
    await new Promise(requestAnimationFrame);
  }
  return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
}

/**
 * Looks for places of pictures that show only the ground.
 * @param lab an empty page, which decodes the frames
 * @returns the frames with a hole that lasts, and how many places were looked at in all
 */
export async function findHoles(page: Page, lab: Page, frames: Frame[]) {
  const layouts = await page.evaluate(() => (window as unknown as { layouts: Layout[] }).layouts);
  const width = page.viewportSize()?.width ?? 0;
  let places = 0;
  const looked: (Frame & { isHole: boolean })[] = [];
  for (const frame of frames) {
    const near = layouts.filter(({ time }) => Math.abs(time - frame.time) < DRAWING_MS);
    const shares = await lab.evaluate(measureGround, { frame, layouts: near, width });
    places += shares[0]?.length ?? 0;
    // It shows one of these layouts; it is wrong if it has a hole by each of them.
    const hasHole = (ofBoxes: number[]) => ofBoxes.some((share) => share > MOST_GROUND);
    looked.push({ ...frame, isHole: shares.length > 0 && shares.every(hasHole) });
  }
  // A hole lasts until the first frame that shows something else.
  const holes = looked.filter(({ isHole, time, scrollY }, index) => {
    const next = looked.slice(index).find((later) => !later.isHole || later.scrollY !== scrollY);
    return isHole && (next?.time ?? Infinity) - time >= SOON_MS;
  });
  return { holes, places };
}

/** Runs in the lab. @returns for each layout the shares of ground in the places that are in sight */
async function measureGround({
  frame,
  layouts,
  width,
}: {
  frame: Frame;
  layouts: Layout[];
  width: number;
}): Promise<number[][]> {
  const STEPS = 16;
  const bytes = Uint8Array.from(atob(frame.picture), (char) => char.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
  const context = new OffscreenCanvas(STEPS, STEPS).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.imageSmoothingEnabled = false;
  const scale = bitmap.width / width;
  const measure = (box: Box) => {
    const left = Math.max(0, box.x * scale);
    const right = Math.min(bitmap.width, (box.x + box.width) * scale);
    const top = Math.max(0, (box.y - frame.scrollY) * scale);
    const bottom = Math.min(bitmap.height, (box.y + box.height - frame.scrollY) * scale);
    if (right - left < 20 || bottom - top < 20) return [];
    context.drawImage(bitmap, left, top, right - left, bottom - top, 0, 0, STEPS, STEPS);
    const { data } = context.getImageData(0, 0, STEPS, STEPS);
    let ground = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at]! > 215 && data[at + 1]! < 40 && data[at + 2]! > 215) ground += 1;
    return [ground / STEPS ** 2];
  };
  return layouts.map(({ boxes }) => boxes.flatMap(measure));
}
