import { PopularClassGrid } from '../features/classes/popular-class-grid.tsx';
import { JoinAction } from '../features/enrollment/join/join-action.tsx';

/** The most expensive classes, each with a Join Now button. */
export function PopularClasses() {
  return <PopularClassGrid renderAction={(campClass) => <JoinAction campClass={campClass} />} />;
}
