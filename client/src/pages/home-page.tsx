import { lazy, Suspense } from 'react';
import { Banner } from '../features/home/banner.tsx';
import { PageTitle } from '../ui/page-title.tsx';

// The banner is all that the first script brings.
const HomeSections = lazy(async () => ({
  default: (await import('./home-sections.tsx')).HomeSections,
}));

export function HomePage() {
  return (
    <>
      <PageTitle
        title="SPEAKIFYR | Home"
        description="SPEAKIFYR is a summer camp school: sailing, code, cooking, music and more, taught in small groups. Choose a class and take a seat."
        picture="/pictures/social.jpg"
      />
      <Banner />
      {/* Keeps the footer off the screen. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <HomeSections />
      </Suspense>
    </>
  );
}
