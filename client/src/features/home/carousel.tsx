import { useRef, useState } from 'react';
import { A11y, Autoplay, Keyboard, Navigation } from 'swiper/modules';
import { Swiper, SwiperSlide, type SwiperClass } from 'swiper/react';
import { useReducedMotion } from '../../lib/use-reduced-motion.ts';
import { PauseButton } from '../../ui/pause-button.tsx';
import { Picture } from '../../ui/picture.tsx';
import 'swiper/css';
import { SCENES } from './scenes.ts';

/** Spec section 9. */
const INTERVAL_MS = 3_000;
const TRANSITION_MS = 350;

/** Seven pictures that change by themselves, spec section 2: rises in on scroll, shrinks and grows with the mouse. */
export function Carousel() {
  const wantsStill = useReducedMotion();
  const [isPaused, setPaused] = useState(false);
  const [isShrunk, setShrunk] = useState(false);
  const swiper = useRef<SwiperClass>(null);

  function togglePause() {
    if (isPaused) swiper.current?.autoplay.start();
    else swiper.current?.autoplay.stop();
    setPaused(!isPaused);
  }

  return (
    <>
      <div className="rise-in">
        <div
          className={`carousel-stage ${isShrunk && !wantsStill ? 'carousel-shrunk' : ''}`}
          onMouseEnter={() => setShrunk(false)}
          onMouseLeave={() => setShrunk(true)}
        >
          <Swiper
            modules={[A11y, Autoplay, Keyboard, Navigation]}
            aria-label="Pictures of the camp"
            role="region"
            loop
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
            {SCENES.map(({ name, title, alt }) => (
              <SwiperSlide key={name} className="carousel-slide">
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
