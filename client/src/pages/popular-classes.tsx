import { MAX_POPULAR_CLASSES } from '@speakifyr/contract/limits.ts';
import { JoinButton } from '../features/cart/join-button.tsx';
import { ClassGrid } from '../features/classes/class-grid.tsx';
import { popularClassesOptions } from '../features/classes/classes.queries.ts';

/** The dearest classes, each with its Join Now. */
export function PopularClasses() {
  return (
    <ClassGrid
      options={popularClassesOptions()}
      places={MAX_POPULAR_CLASSES}
      headingLevel={3}
      renderAction={(campClass) => <JoinButton campClass={campClass} />}
    />
  );
}
