import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FamilyChildCard } from './family-child.tsx';
import { childrenOfOptions } from './families.queries.ts';

/**
 * Finds the children of an account for an admin, who can remove a guardian and let a child join a class for another age.
 * The address has the account (`?email=`) and the class that the admin came from (`&class=`).
 */
export function Families() {
  const [address, setAddress] = useSearchParams();
  const email = address.get('email') ?? '';
  const classId = address.get('class') ?? '';
  return (
    <>
      <h1 className="mb-2 text-3xl font-extrabold">Families</h1>
      <p className="text-base-content/80 mb-6 max-w-2xl">
        Find the children of a parent, with everyone who looks after them. You can let a child join
        a class for another age. Health and contacts are only on the care sheet of a class.
      </p>
      <EmailForm
        email={email}
        onFind={(wanted) => setAddress({ email: wanted, ...(classId && { class: classId }) })}
      />
      {email && <Found email={email} classId={classId} />}
    </>
  );
}

type FormProps = { email: string; onFind: (email: string) => void };

function EmailForm({ email, onFind }: FormProps) {
  const [typed, setTyped] = useState(email);
  function submit(event: FormEvent) {
    event.preventDefault();
    onFind(typed.trim());
  }
  return (
    <form role="search" className="mb-6 grid max-w-xl gap-3 sm:flex sm:items-end" onSubmit={submit}>
      <div className="flex-1">
        <Field
          label="Email of a parent"
          type="email"
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <button type="submit" className="btn btn-primary btn-lg text-base">
        <Search className="size-5" aria-hidden="true" />
        Find
      </button>
    </form>
  );
}

function Found({ email, classId }: { email: string; classId: string }) {
  const children = useQuery(childrenOfOptions(email));
  if (children.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />;
  if (children.isError)
    return (
      <ErrorState
        title="The family could not be loaded"
        text={readApiError(children.error).message}
        onRetry={() => void children.refetch()}
      />
    );
  if (children.data.length === 0)
    return (
      <EmptyState
        title="No children"
        text={`There is no account with the address ${email}, or it has no children.`}
      />
    );
  return (
    <ul className="grid gap-5 xl:grid-cols-2">
      {children.data.map((child) => (
        <FamilyChildCard key={child._id} child={child} classId={classId} />
      ))}
    </ul>
  );
}
