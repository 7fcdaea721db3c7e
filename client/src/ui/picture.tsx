import { SafeImage, type SafeImageProps } from './safe-image.tsx';

type Props = Omit<SafeImageProps, 'src' | 'srcSet' | 'sources'> & {
  /** One of the site's own pictures, without its extension: `/pictures/hero`. It exists as .avif and .webp. */
  name: string;
  width: number;
  height: number;
  /** Also exists as `<name>-640`, for small screens. */
  hasSmall?: boolean;
};

/** One of the site's own pictures, as AVIF or WebP, in a size that fits the screen. */
export function Picture({ name, width, hasSmall = false, sizes, ...image }: Props) {
  const listFiles = (ending: string) =>
    hasSmall
      ? `${name}-640.${ending} 640w, ${name}.${ending} ${width}w`
      : `${name}.${ending} ${width}w`;
  return (
    <SafeImage
      {...image}
      src={`${name}.webp`}
      width={width}
      sources={
        <>
          {/* Hidden, because in a row each would count as an item and get a gap. */}
          <source type="image/avif" className="hidden" srcSet={listFiles('avif')} sizes={sizes} />
          <source type="image/webp" className="hidden" srcSet={listFiles('webp')} sizes={sizes} />
        </>
      }
    />
  );
}
