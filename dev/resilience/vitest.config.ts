import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'resilience',
    globalSetup: '../../server/src/testing/global-setup.ts',
    include: ['src/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
