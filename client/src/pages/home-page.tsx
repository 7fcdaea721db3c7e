import { lazy, Suspense } from 'react';
import { Banner } from '../features/home/banner.tsx';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { PageHead } from '../ui/page-head.tsx';

// The first script contains only the banner.
const HomeSections = lazy(async () => ({
  default: (await import('./home-sections.tsx')).HomeSections,
}));

export function HomePage() {
  return (
    <>
      <PageHead {...PAGE_HEADS.home()} />
      <Banner />
      {/* Keeps the footer off the screen. */}
      <Suspense fallback={<div className="min-h-dvh" />}>
        <HomeSections />
      </Suspense>
    </>
  );
}
