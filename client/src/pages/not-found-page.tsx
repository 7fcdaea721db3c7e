import { Link } from 'react-router-dom';
import { PAGE_HEADS } from '../lib/page-heads.ts';
import { paths } from '../lib/paths.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Picture } from '../ui/picture.tsx';

/** A 404 picture, spec section 2, and a way home. */
export function NotFoundPage() {
  return (
    <div className="page grid justify-items-center pt-8">
      <PageHead {...PAGE_HEADS.notFound()} />
      <h1 className="sr-only">Page not found</h1>
      <Picture
        name="/pictures/not-found"
        alt="404: this page has drifted out on the lake"
        width={1200}
        height={800}
        hasSmall
        sizes="(min-width: 900px) 860px, 92vw"
        loading="eager"
        className="h-auto w-full max-w-[54rem] rounded-[2rem]"
      />
      <Link to={paths.home} className="btn btn-primary mt-8 h-13 rounded-full px-8 text-lg">
        Back to the home page
      </Link>
    </div>
  );
}
