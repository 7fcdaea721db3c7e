import type { ListedChild } from '@speakifyr/contract/children.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { ChevronRight, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { showSuccess } from '../../../lib/dialogs.ts';
import { nameAge } from '../../../lib/name-age.ts';
import { linkToChild, paths } from '../../../lib/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { HealthMark } from '../../../ui/health-mark.tsx';
import { AddChildForm } from './add-child-form.tsx';
import { useChildren } from './children.queries.ts';
import { InvitationList } from './invitation-list.tsx';
import { MergeQuestion } from './merge-question.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { mayChange, nameRights } from './name-rights.ts';

/**
 * The children whose guardian the person is, and invitations to become one.
 * @param props.isConfirmed whether the person has confirmed their email address
 */
export function ChildList({ isConfirmed }: { isConfirmed: boolean }) {
  const mine = useChildren();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { refetch } = mine;

  // Only now does the server say who has invited the person.
  useEffect(() => {
    if (isConfirmed) void refetch({ cancelRefetch: false });
  }, [isConfirmed, refetch]);

  function close() {
    setAdding(false);
    // The button that had the focus is gone.
    heading.current?.focus();
  }

  return (
    <>
      <PageHeading
        ref={heading}
        lead="The children you book classes for, with their contacts and what the camp should know about their health."
      >
        My Children
      </PageHeading>
      <MergeQuestion />
      {mine.isPending ? (
        <ListSkeleton />
      ) : mine.isError ? (
        <LoadProblem what="Your children" query={mine} />
      ) : (
        <>
          {!isConfirmed && (
            <p className="rounded-box bg-accent/25 mb-6 p-4">
              Has somebody invited you to look after a child? Confirm your email address, and the
              invitation appears here.
            </p>
          )}
          <InvitationList invitations={mine.data.invitations} />
          {mine.data.children.length > 0 && (
            <ul className="mb-6 grid items-start gap-4 lg:grid-cols-2">
              {mine.data.children.map((child) => (
                <ChildCard key={child._id} child={child} />
              ))}
            </ul>
          )}
          {isAdding ? (
            <section className="card bg-base-100 shadow-card max-w-2xl p-5 sm:p-8">
              <h2 className="mb-4 text-2xl font-bold">Add a child</h2>
              <AddChildForm
                onAdded={({ name }) => {
                  close();
                  void showSuccess(`${name} is added`);
                }}
                onCancel={close}
              />
            </section>
          ) : mine.data.children.length > 0 ? (
            <AddButton onPress={() => setAdding(true)} />
          ) : (
            <EmptyState
              title="No children yet"
              text="Add a child to book classes for them. If you join a class yourself, you need nothing here."
              action={
                <span className="flex flex-wrap justify-center gap-3">
                  <AddButton onPress={() => setAdding(true)} />
                  <Link to={paths.classes} className="btn btn-ghost">
                    {LABELS.findClass}
                  </Link>
                </span>
              }
            />
          )}
          <p className="mt-6">
            Has the school booked for you by phone?{' '}
            <Link to={paths.claim} className="link font-semibold">
              Enter the code of its letter
            </Link>
          </p>
        </>
      )}
    </>
  );
}

function AddButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="btn btn-primary" onClick={onPress}>
      <Plus className="size-5" aria-hidden="true" />
      Add a child
    </button>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading your children" className="grid gap-4 lg:grid-cols-2">
      <div className="skeleton rounded-box h-36" />
      <div className="skeleton rounded-box h-36" />
    </div>
  );
}

/** A child in the list. The name leads to the child's page, and so does the rest of the card. */
function ChildCard({ child }: { child: ListedChild }) {
  return (
    <li className="card bg-base-100 shadow-card hover:shadow-lifted relative flex-row items-center gap-4 p-5 motion-safe:transition-shadow sm:p-6">
      <div className="min-w-0 flex-1 space-y-1">
        <h2 className="text-xl font-bold [overflow-wrap:anywhere]">
          <Link
            to={linkToChild(child._id)}
            className="after:rounded-box after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2"
          >
            {child.name}
          </Link>
        </h2>
        <p className="text-base-content/80">{nameAge(child.birthDate)}</p>
        {child.note && (
          <p className="text-base-content/80 text-sm [overflow-wrap:anywhere]">{child.note}</p>
        )}
        {!mayChange(child.may) && (
          <p className="text-base-content/80 text-sm">You {nameRights(child.may)}.</p>
        )}
        <HealthMark state={child.health} />
      </div>
      <ChevronRight className="text-base-content/60 size-5 shrink-0" aria-hidden="true" />
    </li>
  );
}
