import { RemotePicture } from './remote-picture.tsx';

type Props = { photo: string; name: string; /** In pixels. */ size: number; className?: string };

/** A round photo; without one, the first letter of the name. Hidden from screen readers, because the name is next to it. */
export function PersonPhoto({ photo, name, size, className = '' }: Props) {
  const look = `bg-base-300 shrink-0 rounded-full object-cover ${className}`;
  if (photo)
    return (
      <RemotePicture
        src={photo}
        alt=""
        width={size}
        height={size}
        className={look}
        style={{ width: size, height: size }}
      />
    );
  return (
    <span
      className={`font-display grid place-items-center font-bold ${look}`}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden="true"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
