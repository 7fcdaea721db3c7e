import { LABELS } from '@speakifyr/contract/labels.ts';
import { useReducedMotion } from 'framer-motion';
import { animate } from 'framer-motion/dom/mini';
import { useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { FIRST_HOME_PICTURE } from '@speakifyr/contract/school-look.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { paths } from '../../lib/paths.ts';

/** The slide-in of spec section 2, in seconds. */
const SLIDE = { duration: 1, ease: [0.22, 1, 0.36, 1] } as const;

/** If the app starts later than this after the page opened, in milliseconds, a prerendered banner stays in place. */
const LATEST_START_MS = 2_000;

/** What the picture shows that the software comes with. */
const FIRST_ALT =
  'A summer camp by a lake: tents under bunting, sailing boats, a picnic with books and a guitar';

/** The banner slides in once: people who come back to Home have seen it. */
let wasShown = false;

/**
 * Spec sections 1 and 2. The prerendered page shows the banner in place, so it never waits for a script.
 */
export function Banner() {
  const picture = useRef<HTMLPictureElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const wantsStill = useReducedMotion();
  const isFirstPage = useLocation().key === 'default';
  useLayoutEffect(() => {
    if (wasShown) return;
    wasShown = true;
    const isLate = isFirstPage && performance.now() > LATEST_START_MS;
    if (!wantsStill && !isLate) slideIn(picture.current, text.current);
  }, [wantsStill, isFirstPage]);
  const { picture: own, alt } = SCHOOL.home;
  const { headline, lead, hint } = SCHOOL.words;
  return (
    <section aria-labelledby="banner-heading" className="banner">
      <picture ref={picture} className="banner-picture">
        {!own && (
          <>
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
              srcSet="/pictures/hero-640.avif 640w, /pictures/hero-1100.avif 1100w, /pictures/hero.avif 1600w"
              // It is cropped at the sides: see banner.css.
              sizes="(min-width: 120rem) 55vw, (min-width: 64rem) 63rem, 100vw"
            />
          </>
        )}
        <img
          src={own || FIRST_HOME_PICTURE}
          alt={own ? alt : FIRST_ALT}
          width={1600}
          height={1100}
          fetchPriority="high"
        />
      </picture>
      <div className="banner-text">
        <div ref={text}>
          <p className="lead-line mb-2">{`${SCHOOL.kind} in ${SCHOOL.address.city}${SCHOOL.ages ? `, ages ${SCHOOL.ages}` : ''}`}</p>
          <h1
            id="banner-heading"
            className="text-[clamp(2.75rem,1.6rem+5.4vw,5.5rem)] leading-[0.98] font-extrabold tracking-[-0.035em] [overflow-wrap:anywhere]"
          >
            {headline}
          </h1>
          {lead && (
            <p className="text-base-content/85 mt-4 max-w-[34ch] md:mt-6 text-xl leading-snug md:text-[1.375rem]">
              {lead}
            </p>
          )}
        </div>
        {/* The button stays where it is: a press must not miss it. */}
        <Link
          to={paths.classes}
          className="btn btn-primary mt-6 h-14 md:mt-8 rounded-full px-8 text-lg"
        >
          {LABELS.joinCamp}
        </Link>
        {hint && <p className="text-base-content/75 mt-5 text-sm">{hint}</p>}
      </div>
    </section>
  );
}

/** The picture comes from the left, the text from the right. */
function slideIn(picture: Element | null, text: Element | null): void {
  if (picture) animate(picture, { transform: ['translateX(-100%)', 'translateX(0%)'] }, SLIDE);
  if (text) animate(text, { transform: ['translateX(100%)', 'translateX(0%)'] }, SLIDE);
}
