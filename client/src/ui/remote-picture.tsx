import type { ComponentProps } from 'react';

type Props = ComponentProps<'img'> & { src: string; alt: string; width: number; height: number };

/** Pictures of the demo school have an AVIF beside the WebP; of others we know one address only. */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/** A picture of a class or a person, wherever it lies. */
export function RemotePicture({ src, alt, ...image }: Props) {
  const own = OWN_WEBP.exec(src)?.[1];
  const picture = <img loading="lazy" decoding="async" {...image} src={src} alt={alt} />;
  if (!own) return picture;
  return (
    <picture className="contents">
      {/* Hidden: in a row it would be an item of its own, with a gap beside it. */}
      <source type="image/avif" srcSet={`${own}.avif`} className="hidden" />
      {picture}
    </picture>
  );
}
