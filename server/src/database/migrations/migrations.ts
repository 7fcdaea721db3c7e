import { claimsTapsCodes } from './0008-claims-taps-codes.ts';
import { daysOfClasses } from './0009-days-of-classes.ts';
import type { Migration } from './migration.ts';

/** In their order, without a gap. A released one never changes. CONTRIBUTING.md: A stored document changes */
export const MIGRATIONS: Migration[] = [claimsTapsCodes, daysOfClasses];
