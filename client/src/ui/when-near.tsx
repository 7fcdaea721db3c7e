import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

type Props = {
  /** How far below the screen it is rendered, in pixels. */
  ahead?: number;
  /** Shown until then. It has the same height, so that nothing moves. */
  placeholder: ReactNode;
  children: ReactNode;
};

/** Renders lazy content only when it is about to come into view. */
export function WhenNear({ ahead = 500, placeholder, children }: Props) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${ahead}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear, ahead]);
  return (
    <div ref={place}>
      {isNear ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}
    </div>
  );
}
