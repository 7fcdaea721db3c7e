import type { PageHead as Head } from '@speakifyr/contract/page-head.ts';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { PageHead } from '../../ui/page-head.tsx';

type Props = {
  head: Head;
  /** The page that leads here. */
  back?: { to: string; label: string };
  children: ReactNode;
};

/** A page for one task, with a link to the page above it: the admin's Manage, unless `back` says otherwise. */
export function TaskPage({ head, back = { to: paths.manage, label: 'Manage' }, children }: Props) {
  return (
    <>
      <PageHead {...head} />
      <Link to={back.to} className="btn btn-ghost btn-sm mb-3 -ml-3">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {back.label}
      </Link>
      {children}
    </>
  );
}
