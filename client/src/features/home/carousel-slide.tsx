import { Picture } from '../../ui/picture.tsx';
import type { Scene } from './scenes.ts';

/** One picture of the carousel with its title. */
export function CarouselSlide({ scene: { name, title, alt } }: { scene: Scene }) {
  return (
    <>
      <Picture
        name={`/pictures/${name}`}
        alt={alt}
        width={1200}
        height={600}
        hasSmall
        sizes="(min-width: 1024px) 960px, 86vw"
        className="size-full object-cover"
      />
      <p className="carousel-title">{title}</p>
    </>
  );
}
