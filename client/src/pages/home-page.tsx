import { lazy, Suspense } from 'react';
import { Banner } from '../features/home/banner.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageTitle } from '../ui/page-title.tsx';

// The banner is all that the first script brings.
const HomeSections = lazy(async () => ({
  default: (await import('./home-sections.tsx')).HomeSections,
}));

export function HomePage() {
  return (
    <>
      <PageTitle {...PAGE_HEADS.home} />
      <Banner />
      {/* Keeps the footer off the screen. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <HomeSections />
      </Suspense>
    </>
  );
}
