import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'operations',
    include: ['src/**/*.test.ts'],
    globalSetup: '../server/src/testing/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
