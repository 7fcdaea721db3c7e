import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineProject } from 'vitest/config';

/** The test files that replace modules, or load them again. */
const ALONE = readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) =>
    /\bvi\.(mock|doMock|hoisted|resetModules)\(/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  );

/** @param isAlone whether these are the files that share no modules with others */
export function defineClientProject(isAlone: boolean) {
  return defineProject({
    root: import.meta.dirname,
    plugins: [react()],
    test: {
      name: isAlone ? 'client-alone' : 'client',
      // To load the app again for each file would take as long as the tests.
      isolate: isAlone,
      ...(isAlone ? { include: ALONE } : { include: ['src/**/*.test.{ts,tsx}'], exclude: ALONE }),
      environment: 'jsdom',
      // After the server's files: those wait for the database, so they leave time to the browsers of the journeys.
      sequence: { groupOrder: 1 },
      setupFiles: ['src/testing/setup.ts'],
      restoreMocks: true,
      // A test that a busy machine disturbed is tried once more there, and listed.
      retry: process.env.CI ? 1 : 0,
      // A form of many fields takes seconds to fill in on a busy machine.
      testTimeout: 60_000,
      expect: { poll: { timeout: 15_000 } },
      // No vi.mock(): with two imports under way at once it lets the real one through.
      alias: [
        {
          find: /^\.{1,2}\/(session\/)?firebase\.ts$/,
          replacement: join(import.meta.dirname, 'src/testing/fake-firebase.ts'),
        },
        {
          find: /^@stripe\/(stripe-js\/pure|react-stripe-js)$/,
          replacement: join(import.meta.dirname, 'src/testing/fake-stripe.tsx'),
        },
        // The build without styles: jsdom would match hundreds of rules against each element that a test looks for.
        { find: /^sweetalert2$/, replacement: 'sweetalert2/dist/sweetalert2.js' },
      ],
    },
  });
}

export default defineClientProject(false);
