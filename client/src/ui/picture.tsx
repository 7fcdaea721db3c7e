import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & {
  /** A picture of ours without its ending: `/pictures/hero`. There is an .avif and a .webp of it. */
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Also there as `<name>-640`, for small screens. */
  hasSmall?: boolean;
};

/** A picture of the site itself, as AVIF or WebP, at a size that fits the screen. */
export function Picture({ name, alt, width, hasSmall = false, sizes, ...image }: Props) {
  const listFiles = (ending: string) =>
    hasSmall
      ? `${name}-640.${ending} 640w, ${name}.${ending} ${width}w`
      : `${name}.${ending} ${width}w`;
  return (
    <picture className="contents">
      {/* Hidden: in a row each would be an item of its own, with a gap beside it. */}
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
