import { useReducedMotion } from 'framer-motion';
import { animate } from 'framer-motion/dom/mini';
import { useRef, useState } from 'react';
import { A11y, Autoplay, Keyboard, Navigation } from 'swiper/modules';
import { Swiper, SwiperSlide, type SwiperClass } from 'swiper/react';
import { PauseButton } from '../../ui/pause-button.tsx';
import { useEntrance } from '../../ui/use-entrance.ts';
import 'swiper/css';
import { CarouselSlide } from './carousel-slide.tsx';
import { listScenes } from './scenes.ts';

/** Spec section 9. */
const INTERVAL_MS = 3_000;
const TRANSITION_MS = 350;

/**
 * Pictures that change by themselves, spec section 2: seven, or the school's own. It rises in when it is scrolled to, shrinks when the mouse
 * leaves and grows when it enters. It is visible all the time: only its place moves.
 */
export function Carousel() {
  const wantsStill = useReducedMotion();
  const scenes = listScenes();
  const ref = useEntrance<HTMLDivElement>({ y: 80, seconds: 0.7 });
  const [isPaused, setPaused] = useState(false);
  const swiper = useRef<SwiperClass>(null);

  function resize(element: HTMLElement, transform: string) {
    if (!wantsStill) animate(element, { transform }, { duration: 0.35, ease: 'easeOut' });
  }

  function togglePause() {
    if (isPaused) swiper.current?.autoplay.start();
    else swiper.current?.autoplay.stop();
    setPaused(!isPaused);
  }

  return (
    <>
      <div ref={ref}>
        <div
          onMouseEnter={({ currentTarget }) => resize(currentTarget, 'none')}
          onMouseLeave={({ currentTarget }) => resize(currentTarget, 'scale(0.96)')}
        >
          <Swiper
            modules={[A11y, Autoplay, Keyboard, Navigation]}
            aria-label="Pictures of the camp"
            role="region"
            // With fewer, it has none to show on both sides.
            loop={scenes.length > 2}
            rewind={scenes.length <= 2}
            centeredSlides
            slidesPerView="auto"
            spaceBetween={20}
            speed={wantsStill ? 0 : TRANSITION_MS}
            autoplay={
              wantsStill
                ? false
                : { delay: INTERVAL_MS, disableOnInteraction: false, pauseOnMouseEnter: true }
            }
            keyboard={{ enabled: true, onlyInViewport: true }}
            onSwiper={(created) => (swiper.current = created)}
          >
            {scenes.map((scene, place) => (
              <SwiperSlide key={place} className="carousel-slide">
                <CarouselSlide scene={scene} />
              </SwiperSlide>
            ))}
          </Swiper>
        </div>
      </div>
      <div className="page mt-5 flex justify-center gap-2">
        <button
          type="button"
          className="btn btn-sm rounded-full px-5 h-11"
          onClick={() => swiper.current?.slidePrev()}
        >
          Previous
        </button>
        {!wantsStill && (
          <PauseButton isPaused={isPaused} what="the pictures" onToggle={togglePause} />
        )}
        <button
          type="button"
          className="btn btn-sm rounded-full px-5 h-11"
          onClick={() => swiper.current?.slideNext()}
        >
          Next
        </button>
      </div>
    </>
  );
}
