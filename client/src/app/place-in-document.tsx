import type { ReactNode } from 'react';

/**
 * Puts the app where it is in <Document>: the second child of <html>, and the first of <body>. React makes the ids of
 * useId() from these positions, so they have to be the same for the browser to take over what the build rendered.
 */
export function PlaceInDocument({ children }: { children: ReactNode }) {
  return (
    <>
      {null}
      <>
        {children}
        {null}
      </>
    </>
  );
}
