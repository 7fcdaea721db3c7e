import { type PointerEvent, useEffect, useRef } from 'react';

/** The share of its speed that a glide loses in a millisecond. */
const FRICTION = 0.004;
/** A glide ends at this speed, in pixels per millisecond. */
const SLOWEST = 0.02;

/**
 * Lets people move a running marquee by hand: with a finger, the mouse, a trackpad, or buttons. It winds the marquee's
 * own animation forward or back, so the strip stays endless in both directions.
 * @param pixelsPerSecond the marquee's speed
 * @returns `strip`, to spread over the element around the marquee; and `glide`, which moves the strip by that many pixels
 */
export function useMarqueeDrag(pixelsPerSecond: number) {
  const element = useRef<HTMLDivElement>(null);
  const frame = useRef(0);
  /** While a finger or the mouse is down: where it was last, when, and its speed in pixels per millisecond. */
  const drag = useRef<{ x: number; at: number; speed: number }>(null);

  function move(pixels: number) {
    for (const marquee of element.current?.querySelectorAll('.rfm-marquee') ?? [])
      for (const animation of marquee.getAnimations()) {
        const length = Number(animation.effect?.getComputedTiming().duration);
        const time = Number(animation.currentTime) + (pixels / pixelsPerSecond) * 1_000;
        animation.currentTime = ((time % length) + length) % length;
      }
  }

  function glideAt(speed: number) {
    cancelAnimationFrame(frame.current);
    let before = performance.now();
    const step = (now: number) => {
      const elapsed = Math.max(now - before, 0);
      before = now;
      move(speed * elapsed);
      speed *= Math.exp(-FRICTION * elapsed);
      if (Math.abs(speed) > SLOWEST) frame.current = requestAnimationFrame(step);
    };
    frame.current = requestAnimationFrame(step);
  }

  useEffect(() => {
    const strip = element.current;
    // React's own wheel listener could not keep the browser from going back a page.
    const turnWheel = (event: WheelEvent) => {
      if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      move(event.deltaX);
    };
    strip?.addEventListener('wheel', turnWheel, { passive: false });
    return () => {
      strip?.removeEventListener('wheel', turnWheel);
      cancelAnimationFrame(frame.current);
    };
  });

  function start(event: PointerEvent) {
    if (event.button !== 0) return;
    cancelAnimationFrame(frame.current);
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, at: event.timeStamp, speed: 0 };
  }

  function follow(event: PointerEvent) {
    if (!drag.current) return;
    const moved = drag.current.x - event.clientX;
    move(moved);
    const elapsed = Math.max(event.timeStamp - drag.current.at, 1);
    drag.current = { x: event.clientX, at: event.timeStamp, speed: moved / elapsed };
  }

  function end() {
    if (drag.current) glideAt(drag.current.speed);
    drag.current = null;
  }

  return {
    strip: {
      ref: element,
      onPointerDown: start,
      onPointerMove: follow,
      onPointerUp: end,
      onPointerCancel: end,
    },
    glide: (pixels: number) => glideAt(pixels * FRICTION),
  };
}
