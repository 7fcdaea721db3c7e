import { RemotePicture } from './remote-picture.tsx';

type Props = { photo: string; name: string; /** In pixels. */ size: number; className?: string };

/**
 * A round photo. If there is none, or it fails to load, the first letter of the name. Hidden from screen readers,
 * because the name is next to it.
 */
export function PersonPhoto({ photo, name, size, className = '' }: Props) {
  const look = `shrink-0 rounded-full object-cover ${className}`;
  return (
    <RemotePicture
      src={photo}
      alt=""
      width={size}
      height={size}
      className={look}
      style={{ width: size, height: size }}
      fallback={
        <span
          className={`font-display bg-base-300 grid place-items-center font-bold ${look}`}
          style={{ width: size, height: size, fontSize: size * 0.45 }}
          aria-hidden="true"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      }
    />
  );
}
