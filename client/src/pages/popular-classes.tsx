import { PopularClassGrid } from '../features/classes/popular-class-grid.tsx';
import { JoinButton } from '../features/cart/join-button.tsx';

/** The dearest classes, each with its Join Now. */
export function PopularClasses() {
  return <PopularClassGrid renderAction={(campClass) => <JoinButton campClass={campClass} />} />;
}
