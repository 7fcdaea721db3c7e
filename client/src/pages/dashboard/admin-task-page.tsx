import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { PageTitle } from '../../ui/page-title.tsx';

type Props = {
  title: string;
  /** Where it was come from. */
  back?: { to: string; label: string };
  children: ReactNode;
};

/** A task of the admin's, one step below Manage. */
export function AdminTaskPage({
  title,
  back = { to: paths.manage, label: 'Manage' },
  children,
}: Props) {
  return (
    <>
      <PageTitle title={`${title} | Admin dashboard`} />
      <Link to={back.to} className="btn btn-ghost btn-sm mb-3 -ml-3">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {back.label}
      </Link>
      {children}
    </>
  );
}
