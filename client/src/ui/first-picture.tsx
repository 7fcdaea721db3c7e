import { useState } from 'react';
import { useIsAwake } from '../lib/use-is-awake.ts';

/**
 * Stands where a page has its first large picture, while its data is on the way: the server names that picture in the
 * page it sends (server/src/http/class-head.ts), so that it is seen before any script has run. Shows nothing where the
 * app drew the page itself.
 */
export function FirstPicture() {
  const isAwake = useIsAwake();
  const [wasSent] = useState(!isAwake);
  return wasSent && <div className="first-picture" />;
}
