import { Helmet, HelmetProvider } from 'react-helmet-async';
import type { PageTitleProps } from './page-title.tsx';

/** What PageTitle loads: the one file that knows react-helmet-async. */
export function Head({ title, description, picture }: PageTitleProps) {
  return (
    <HelmetProvider>
      <Helmet>
        <title>{title}</title>
        {description && <meta name="description" content={description} />}
        <meta property="og:title" content={title} />
        {description && <meta property="og:description" content={description} />}
        {picture && <meta property="og:image" content={new URL(picture, location.origin).href} />}
      </Helmet>
    </HelmetProvider>
  );
}
