import { Link } from 'react-router-dom';
import { useState } from 'react';
import { MAX_SEATS } from '@speakifyr/contract/limits.ts';
import { paths } from '../../lib/paths.ts';

/** The banner slides in once a visit: who comes back to Home has seen it. */
let wasShown = false;

/** Spec section 1 and 2. Plain CSS moves it, so that it does not wait for any script but the first. */
export function Banner() {
  const [isFirst] = useState(() => {
    const first = !wasShown;
    wasShown = true;
    return first;
  });
  return (
    <section aria-labelledby="banner-heading" className="banner">
      <picture className={`banner-picture ${isFirst ? 'slide-in-left' : ''}`}>
        <source
          media="(max-width: 40rem)"
          type="image/avif"
          srcSet="/pictures/hero-portrait-640.avif 640w, /pictures/hero-portrait.avif 900w"
          sizes="100vw"
          width={900}
          height={1125}
        />
        <source
          type="image/avif"
          srcSet="/pictures/hero-640.avif 640w, /pictures/hero.avif 1600w"
          sizes="(min-width: 64rem) 75rem, 100vw"
        />
        <img
          src="/pictures/hero.webp"
          alt="A summer camp by a lake: tents under bunting, sailing boats, a picnic with books and a guitar"
          width={1600}
          height={1100}
          fetchPriority="high"
        />
      </picture>
      <div className={`banner-text ${isFirst ? 'slide-in-right' : ''}`}>
        <h1
          id="banner-heading"
          className="text-[clamp(2.75rem,1.6rem+5.4vw,5.5rem)] leading-[0.98] font-extrabold tracking-[-0.035em]"
        >
          Inspiring the young
        </h1>
        <p className="text-base-content/85 mt-6 max-w-[34ch] text-xl leading-snug md:text-[1.375rem]">
          To learn & gather knowledge about different skills in this summer camp campaign
        </p>
        <Link to={paths.classes} className="btn btn-primary mt-8 h-14 rounded-full px-8 text-lg">
          Join the camp now
        </Link>
        <p className="text-base-content/75 mt-5 text-sm">
          At most {MAX_SEATS} children in a class. Your seat is held while you pay.
        </p>
      </div>
    </section>
  );
}
