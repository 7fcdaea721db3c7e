import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';

export type Back = { to: string; label: string };

/** A link to the page above this one. It is not printed. */
export function BackLink({ to, label }: Back) {
  return (
    <Link to={to} className="btn btn-ghost btn-sm mb-3 -ml-3 print:hidden">
      <ArrowLeft className="size-4" aria-hidden="true" />
      <span>{label}</span>
    </Link>
  );
}
