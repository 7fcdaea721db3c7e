import type { ComponentProps } from 'react';

type Props = ComponentProps<'img'> & { src: string; alt: string; width: number; height: number };

/** Pictures of the demo school have an AVIF next to the WebP. Other pictures have only one address. */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/** A picture of a class or a person. Without an address, an empty area of the same size. */
export function RemotePicture({ src, alt, ...image }: Props) {
  if (!src)
    return <span className={`bg-base-300 block ${image.className ?? ''}`} style={image.style} />;
  const own = OWN_WEBP.exec(src)?.[1];
  const picture = <img loading="lazy" decoding="async" {...image} src={src} alt={alt} />;
  if (!own) return picture;
  return (
    <picture className="contents">
      {/* Hidden, because in a row it would count as an item and get a gap. */}
      <source type="image/avif" srcSet={`${own}.avif`} className="hidden" />
      {picture}
    </picture>
  );
}
