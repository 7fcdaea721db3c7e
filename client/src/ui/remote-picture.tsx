import { SafeImage, type SafeImageProps } from './safe-image.tsx';

type Props = Omit<SafeImageProps, 'sources'> & { width: number; height: number };

/** Pictures of the demo school have an AVIF next to the WebP. Other pictures have only one address. */
const OWN_WEBP = /^(\/pictures\/.+)\.webp$/;

/** A picture of a class or a person. */
export function RemotePicture({ src, ...image }: Props) {
  const own = OWN_WEBP.exec(src)?.[1];
  return (
    <SafeImage
      {...image}
      src={src}
      // Hidden, because in a row it would count as an item and get a gap.
      sources={own && <source type="image/avif" srcSet={`${own}.avif`} className="hidden" />}
    />
  );
}
