import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { useRef } from 'react';
import { ChildPanel } from './child-panel.tsx';
import { LeaveAlone } from './leave-alone.tsx';
import { MustNotCollect } from './must-not-collect.tsx';
import { PickupCode } from './pickup-code.tsx';

/** How a child leaves, besides with its guardians and contacts. Renders nothing for a guardian who may not see it. */
export function PickUp({ child }: { child: ChildDetails }) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (!child.may.includes('see') || isNothingSaid(child)) return null;
  const focusHeading = () => heading.current?.focus();
  return (
    <ChildPanel id="pick-up" title="Pick-up" heading={heading}>
      <div className="max-w-2xl space-y-6 [overflow-wrap:anywhere]">
        <p>
          {`${child.name} leaves with a guardian, or with a contact above who may pick up. We ask for an ID card if we don’t know them.`}
        </p>
        <PickupCode child={child} onChanged={focusHeading} />
        <LeaveAlone child={child} onChanged={focusHeading} />
        <MustNotCollect child={child} onChanged={focusHeading} />
      </div>
    </ChildPanel>
  );
}

/** A guardian who may change nothing sees the panel only if there is something in it. */
function isNothingSaid(child: ChildDetails): boolean {
  const { canChange, pickupCode, mayLeaveAlone, mustNotCollect } = child;
  return !canChange && !pickupCode && !mayLeaveAlone && mustNotCollect.length === 0;
}
