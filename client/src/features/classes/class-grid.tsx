import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EnteringItem } from '../../ui/entering-item.tsx';
import { ClassCard } from './class-card.tsx';

type Props = {
  classes: CampClass[];
  headingLevel: 2 | 3;
  /** How many cards a phone shows at first. Their pictures load right away. */
  seenFirst?: number;
  /** The Join Now button, which the page passes in. */
  renderAction: (campClass: CampClass) => ReactNode;
};

/** Classes as cards, three per row on medium screens and up, spec section 9. */
export function ClassGrid({ classes, headingLevel, seenFirst = 0, renderAction }: Props) {
  if (classes.length === 0)
    return (
      <EmptyState
        title="No classes yet"
        text="We are still planning the camp. Please check back soon."
      />
    );
  return (
    <ul className="card-grid">
      {classes.map((campClass, place) => (
        <EnteringItem key={campClass._id} isStill={place < seenFirst} className="flex">
          <ClassCard
            campClass={campClass}
            action={renderAction(campClass)}
            headingLevel={headingLevel}
            isSeenFirst={place < seenFirst}
          />
        </EnteringItem>
      ))}
    </ul>
  );
}
