import { Helmet } from 'react-helmet-async';

type Props = {
  title: string;
  description?: string;
  /** Address of a picture that stands for the page where it is shared. */
  picture?: string;
};

/** The page's name in the tab and in search results, and how it looks where it is shared. */
export function PageTitle({ title, description, picture }: Props) {
  return (
    <Helmet>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      {picture && <meta property="og:image" content={new URL(picture, location.origin).href} />}
    </Helmet>
  );
}
