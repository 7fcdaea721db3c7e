import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** So far before it comes into view, in pixels, its script is loaded. */
const AHEAD_PX = 400;

type Props = {
  /** Keeps the place; as high as what comes. */
  placeholder: ReactNode;
  children: ReactNode;
};

/** Renders lazy content only when it is about to be seen. */
export function WhenNear({ placeholder, children }: Props) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={place}>
      {isNear ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder}
    </div>
  );
}
