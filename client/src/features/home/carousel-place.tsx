import { CarouselSlide } from './carousel-slide.tsx';
import { SCENES } from './scenes.ts';

/** The carousel as it starts, without its script: the first picture, and the edges of its neighbors. */
export function CarouselPlace() {
  const shown = [SCENES.at(-1), SCENES[0], SCENES[1]].filter((scene) => scene !== undefined);
  return (
    <div className="carousel-place" aria-hidden="true">
      {shown.map((scene) => (
        <div key={scene.name} className="carousel-slide">
          <CarouselSlide scene={scene} />
        </div>
      ))}
    </div>
  );
}
