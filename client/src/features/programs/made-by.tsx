import type { ApiKey } from '@speakifyr/contract/api-keys.ts';
import { formatDay } from '../../lib/format.ts';

/** Who made a key or a webhook. It is the school's, and stays when they are no longer a director. R513 */
export function MadeBy({ by: { name, isDirector }, at }: { by: ApiKey['by']; at: string }) {
  return (
    <span className="text-base-content/80 block text-sm [overflow-wrap:anywhere]">{`Made ${formatDay(new Date(at))} by ${name || 'somebody whose account has ended'}${name && !isDirector ? ', who is no longer a director' : ''}`}</span>
  );
}
