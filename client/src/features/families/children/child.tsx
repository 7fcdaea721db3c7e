import type { CampNeed } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { sayFirstName } from '../../../lib/say-first-name.ts';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { childOptions, useForgetChild } from './child.queries.ts';
import { ChildFacts } from './child-facts.tsx';
import { Contacts } from './contacts.tsx';
import { DeleteChild } from './delete-child.tsx';
import { CostShare } from './cost-share.tsx';
import { Guardians } from './guardians.tsx';
import { Health } from './health.tsx';
import { Photo } from './photo.tsx';
import { PickUp } from './pick-up.tsx';

type Props = {
  id: string;
  /** Whether the person has confirmed their email address. */
  isConfirmed: boolean;
  /** The names of the family's children. */
  siblings?: string[] | undefined;
  /** What the camp lacks next, below what the parent has answered. */
  renderNext?: (after: CampNeed[]) => ReactNode;
};

/**
 * Everything about a child that its guardian may see and change. The whole name is the heading, and stands in consents and
 * where something is erased for good; elsewhere the family reads the first name. R114, R535
 */
export function Child({ id, isConfirmed, siblings, renderNext }: Props) {
  const child = useQuery(childOptions(id));
  const navigate = useNavigate();
  const forget = useForgetChild(id);

  async function leave() {
    await navigate(paths.children, { replace: true });
    forget();
  }

  if (child.isPending) return <ChildSkeleton />;
  if (child.isError)
    return (
      <>
        <PageHeading>Child</PageHeading>
        <LoadProblem
          what="This child"
          query={child}
          gone={{
            title: 'We could not find this child',
            text: 'It may be deleted, or you may no longer be its guardian.',
            link: { to: paths.children, label: 'Show my children' },
          }}
        />
      </>
    );
  const firstName = sayFirstName(child.data.name, siblings);
  const called = { ...child.data, name: firstName };
  return (
    <>
      <ChildFacts child={child.data} />
      <Health child={child.data} firstName={firstName} next={renderNext?.(['health'])} />
      <Contacts child={called} next={renderNext?.(['emergency', 'pickUp'])} />
      <PickUp child={called} />
      <Photo child={child.data} firstName={firstName} />
      <Guardians child={called} isConfirmed={isConfirmed} onLeft={() => void leave()} />
      <CostShare child={called} isConfirmed={isConfirmed} />
      {child.data.canDelete && <DeleteChild child={child.data} onDeleted={() => void leave()} />}
    </>
  );
}

/** As high as a child's page. */
function ChildSkeleton() {
  return (
    <div role="status" aria-label="Loading the child">
      <h1>
        <span className="skeleton inline-block h-9 w-60 max-w-full" />
      </h1>
      <div className="skeleton mt-2 h-6 w-48" />
      <div className="skeleton rounded-box mt-6 h-72" />
      <div className="skeleton rounded-box mt-6 h-56" />
      <div className="skeleton rounded-box mt-6 h-56" />
    </div>
  );
}
