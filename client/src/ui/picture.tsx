import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  /** One of the site's own pictures, without its extension: `/pictures/hero`. It exists as .avif and .webp. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Also exists as `<name>-640`, for small screens. */
  hasSmall?: boolean;
};

/** One of the site's own pictures, as AVIF or WebP, in a size that fits the screen. */
export function Picture({ name, alt, width, hasSmall = false, sizes, ...image }: Props) {
  const listFiles = (ending: string) =>
    hasSmall
      ? `${name}-640.${ending} 640w, ${name}.${ending} ${width}w`
      : `${name}.${ending} ${width}w`;
  return (
    <picture className="contents">
      {/* Hidden, because in a row each would count as an item and get a gap. */}
      <source type="image/avif" className="hidden" srcSet={listFiles('avif')} sizes={sizes} />
      <source type="image/webp" className="hidden" srcSet={listFiles('webp')} sizes={sizes} />
      <img
        loading="lazy"
        decoding="async"
        {...image}
        src={`${name}.webp`}
        alt={alt}
        width={width}
      />
    </picture>
  );
}
