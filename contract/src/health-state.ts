import * as z from 'zod';

/**
 * Whether the school knows about a child's health. `outdated`: it was confirmed so long ago that the parent is asked
 * whether anything has changed. `hidden`: the caller may not see it.
 */
export const healthState = z.enum(['missing', 'answered', 'outdated', 'hidden']);
export type HealthState = z.output<typeof healthState>;
healthState.register(z.globalRegistry, { id: 'HealthState' });
