import { Picture } from '../../ui/picture.tsx';
import { SafeImage } from '../../ui/safe-image.tsx';
import { isOwn, type Scene } from './scenes.ts';

const SIZE = { width: 1200, height: 600, className: 'size-full object-cover' };

/** One picture of the carousel with its title. */
export function CarouselSlide({ scene }: { scene: Scene }) {
  const { name, title, alt } = scene;
  return (
    <>
      {isOwn(scene) ? (
        <SafeImage src={name} alt={alt} {...SIZE} />
      ) : (
        <Picture
          name={`/pictures/${name}`}
          alt={alt}
          hasSmall
          sizes="(min-width: 1024px) 960px, 86vw"
          {...SIZE}
        />
      )}
      <p className="carousel-title">{title}</p>
    </>
  );
}
