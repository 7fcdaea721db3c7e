import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'resilience',
    include: ['src/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
