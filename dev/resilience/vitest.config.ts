import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'resilience',
    globalSetup: '../../server/src/testing/global-setup.ts',
    include: ['src/**/*.test.ts'],
    // Never tried again: each time, the attacks are others.
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
