import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadEnv } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { writeConfig } from './build/write-config.ts';
import { writePages } from './build/write-pages.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig(({ mode }) => {
  const environment = { ...loadEnv(mode, repository, ''), ...process.env };
  return {
    plugins: [react(), tailwindcss(), writeConfig(environment), writePages(), compressFiles()],
    // Settings go into index.html; none into the script.
    envPrefix: 'NOT_USED_',
    build: {
      outDir: environment.CLIENT_OUT_DIR || 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // Every browser of that target preloads modules by itself.
      modulePreload: { polyfill: false },
      // What the first page needs, in one file: in a dozen pieces it is 4 kB more, and as many requests. What several
      // of the other pages share, in another: in pieces it is 20 requests of 1 kB.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'] },
              { name: 'shared', minShareCount: 3, maxModuleSize: 12_000 },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      proxy: { '/api': `http://localhost:${environment.PORT || 5000}` },
    },
  };
});
