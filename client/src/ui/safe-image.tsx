import { type ComponentProps, type ReactNode, useState } from 'react';
import { DrawnScene } from './drawn-scene.tsx';

export type SafeImageProps = ComponentProps<'img'> & {
  src: string;
  alt: string;
  /** `source` elements with the picture in other formats. */
  sources?: ReactNode;
  /** Shown if there is no picture; our own drawing if left out. */
  fallback?: ReactNode;
};

/**
 * An image that never leaves a hole: a colored ground shows while it loads, and our own drawing if it fails. It is
 * decoded together with the rest of the page, so fast scrolling shows no empty frame.
 */
export function SafeImage({ src, alt, sources, fallback, ...image }: SafeImageProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  const { className = '', style } = image;
  if (!src || failedSrc === src)
    return fallback ?? <DrawnScene label={alt} className={className} style={style} />;
  return (
    <picture className="contents">
      {sources}
      <img
        loading="lazy"
        {...image}
        src={src}
        alt={alt}
        className={`picture-ground ${className}`}
        onError={() => setFailedSrc(src)}
      />
    </picture>
  );
}
