import { PopularClassGrid } from '../features/classes/popular-class-grid.tsx';
import { JoinAction } from './join-action.tsx';

/** The dearest classes, each with its Join Now. */
export function PopularClasses() {
  return <PopularClassGrid renderAction={(campClass) => <JoinAction campClass={campClass} />} />;
}
