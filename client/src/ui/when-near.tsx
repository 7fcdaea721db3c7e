import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

type Props = {
  /** So many pixels before it comes into view it is rendered. */
  ahead?: number;
  /** Keeps the place; as high as what comes. */
  placeholder: ReactNode;
  children: ReactNode;
};

/** Renders lazy content only when it is about to be seen. */
export function WhenNear({ ahead = 600, placeholder, children }: Props) {
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
