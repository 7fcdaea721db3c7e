import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { readMarkdown } from './build/read-markdown.ts';

export default defineProject({
  root: import.meta.dirname,
  plugins: [readMarkdown(), react()],
  test: {
    name: 'client',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // A form of many fields takes seconds to fill in on a busy machine.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // No vi.mock(): with two imports under way at once it lets the real one through.
    alias: [
      {
        find: /^\.{1,2}\/(session\/)?firebase\.ts$/,
        replacement: join(import.meta.dirname, 'src/testing/fake-firebase.ts'),
      },
    ],
  },
});
