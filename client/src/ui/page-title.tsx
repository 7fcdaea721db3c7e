import { lazy, Suspense } from 'react';

export type PageTitleProps = {
  title: string;
  description?: string;
  /** Address of a picture that stands for the page where it is shared. */
  picture?: string;
};

// Nobody waits for a title: it comes after the page.
const Head = lazy(async () => ({ default: (await import('./head.tsx')).Head }));

/** The page's name in the tab and in search results, and how it looks where it is shared. */
export function PageTitle(props: PageTitleProps) {
  return (
    <Suspense>
      <Head {...props} />
    </Suspense>
  );
}
