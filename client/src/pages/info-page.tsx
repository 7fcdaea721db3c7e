import type { PageHead as Head } from '@speakifyr/contract/page-head.ts';
import type { TextName } from '@speakifyr/contract/text-parts.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ReachUs } from '../ui/reach-us.tsx';
import { readPageText } from '../lib/page-texts.ts';
import { paths } from '../lib/paths.ts';
import { read } from '../lib/read.ts';
import { LoadProblem } from '../ui/error-state.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { TextParts } from '../ui/text-parts.tsx';

type Props = {
  head: Head;
  text: TextName;
  /** What follows the text. */
  children?: ReactNode;
};

/** A page that is a text, with the school's address beside it. */
export function InfoPage({ head, text, children }: Props) {
  return (
    <div className="page grid items-start gap-10 pt-10 md:pt-16 lg:grid-cols-[minmax(0,44rem)_minmax(0,22rem)] lg:justify-between">
      <PageHead {...head} />
      <article className="info-text">
        <InfoText name={text} />
        {children}
      </article>
      <aside aria-label="Contact" className="lg:sticky lg:top-28">
        <ReachUs>
          <Link to={paths.contact} className="btn btn-primary mt-5 w-full">
            Write to us
          </Link>
        </ReachUs>
      </aside>
    </div>
  );
}

/** A text of the school. A page that begins with it has it already. */
export function InfoText({ name }: { name: TextName }) {
  const text = useQuery({
    ...read('GET /texts/:name', { params: { name } }),
    initialData: readPageText(name),
  });
  if (text.isError) return <LoadProblem what="This text" query={text} />;
  if (!text.data) return <div className="skeleton h-110" role="status" aria-label="Loading" />;
  return <TextParts parts={text.data.parts} />;
}
