import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadEnv } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { shareFiles } from './build/shared-files.ts';
import { writePages } from './build/write-pages.ts';
import { writeWorker } from './build/write-worker.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig(({ mode }) => {
  const environment = { ...loadEnv(mode, repository, ''), ...process.env };
  return {
    // write-pages.ts makes the pages; there is no index.html.
    appType: 'custom',
    plugins: [react(), tailwindcss(), writePages(environment), writeWorker(), compressFiles()],
    resolve: {
      alias: [
        {
          find: /^fflate$/,
          replacement: fileURLToPath(new URL('src/lib/zip-at-once.ts', import.meta.url)),
        },
        {
          // Each page has the school as it is: the script has none.
          find: /^\.\/school\.json$/,
          replacement: fileURLToPath(new URL('src/lib/no-school.json', import.meta.url)),
        },
      ],
    },
    // Settings go into the pages, none into the script.
    envPrefix: 'NOT_USED_',
    build: {
      outDir: environment.CLIENT_OUT_DIR || 'dist',
      emptyOutDir: true,
      // The licenses of the packages that browsers load.
      license: { fileName: 'licenses.md' },
      target: 'es2022',
      // Every browser of that target can preload modules.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'src/main.tsx',
        output: { codeSplitting: { groups: shareFiles(join(repository, 'client')) } },
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: { '/api': `http://localhost:${environment.PORT || 5000}` },
    },
  };
});
