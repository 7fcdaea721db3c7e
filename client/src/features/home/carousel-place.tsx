import { CarouselSlide } from './carousel-slide.tsx';
import { listScenes } from './scenes.ts';

/** The carousel as it starts, without its script: the first picture, and the ground of its neighbors. */
export function CarouselPlace() {
  const [first] = listScenes();
  return (
    <div className="carousel-place" aria-hidden="true">
      <div className="carousel-slide picture-ground" />
      <div className="carousel-slide">{first && <CarouselSlide scene={first} />}</div>
      <div className="carousel-slide picture-ground" />
    </div>
  );
}
