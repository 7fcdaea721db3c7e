import { defineClientProject } from './vitest.config.ts';

export default defineClientProject(true);
