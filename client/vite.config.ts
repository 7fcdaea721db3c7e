import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, loadEnv } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { readMarkdown } from './build/read-markdown.ts';
import { writePages } from './build/write-pages.ts';
import { writeWorker } from './build/write-worker.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** They come with the question who joins, after a press on Join Now, and bring the library for forms. */
const CHILD_FORMS = /features\/family\/children\/|\/who-joins|ui\/(field|form)|react-hook-form/;

/** Shared by dashboards and the dialogs in which parents choose, so Home does not load it. */
const DASHBOARDS =
  /\/pages\/dashboard\/|\/features\/(account|attendance|class-admin|enrollment\/(admin|credit|extras|waiting)|family\/page|ledger|mail\/(outbox|school-messages)|prices|roster|safety)\/|\/(dashboard-heads|day-and-time|list-filters|payment-badge|read-cents|use-list-address|use-now|account-page|add-days|capitalize|attendance-state|certificate-state|certificate-words|certificate-warnings|warning-line|child-ratio|dashboard-links|dose-outcomes|school-clock|describe-medicine|own-course|choice-card|dialog-buttons|data-table|file-button|page-heading|paged-list|stat-tile|save-file|csv-button|csv|export-button|load-all|image-field|check-image|upload-image|use-upload-once|name-credit-note|link-to-statement|errors|health-badges|health-mark|letter|name-rights|contact-list|unconfirmed-badge|class-status-badge|payment-labels|payment-methods|mail-kinds|stand-in-address|form-dialog|sheet|switch-row|refund-labels|price-difference|prices|seat-extras|carried-extras|class-picker|start-choices|describe-discount|price-lines|mail-content|count-of)\.tsx?$/;

/** What a phone of the team loads: the day list, and what it keeps. */
const CAMP_DAY =
  /\/features\/attendance\/|\/device-store\.ts$|\/node_modules\/idb\/|\/icons\/cloud-off\.mjs$/;

/** Icons that only dashboards use. */
const OF_DASHBOARDS =
  /\/icons\/(ban|calendar-plus|camera|chevron-down|download|footprints|house|list-checks|mail-check|mail-exclamation-point|mail-x|notebook-pen|pencil|printer|siren|undo-2|user-plus|users-round|wallet)\.mjs$/;

export default defineConfig(({ mode }) => {
  const environment = { ...loadEnv(mode, repository, ''), ...process.env };
  return {
    // write-pages.ts makes the pages; there is no index.html.
    appType: 'custom',
    plugins: [
      readMarkdown(),
      react(),
      tailwindcss(),
      writePages(environment),
      writeWorker(),
      compressFiles(),
    ],
    resolve: {
      alias: [
        {
          find: /^fflate$/,
          replacement: fileURLToPath(new URL('src/lib/zip-at-once.ts', import.meta.url)),
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
        // One file for what the first page needs: a dozen files would be 4 kB more. Another for what several other
        // pages share: it would be 20 requests of 1 kB each.
        output: {
          codeSplitting: {
            groups: [
              { name: 'first', tags: ['$initial'] },
              // A group takes along what its modules import, so the one that Home needs chooses first.
              {
                name: 'shared',
                test: (id) =>
                  ![DASHBOARDS, OF_DASHBOARDS, CAMP_DAY, CHILD_FORMS].some((own) => own.test(id)),
                minShareCount: 3,
                maxModuleSize: 12_000,
              },
              // Classes and Log In load this one, too, and need nothing of a team's phone.
              {
                name: 'dashboards',
                test: (id) => !CAMP_DAY.test(id),
                minShareCount: 3,
                maxModuleSize: 12_000,
              },
              { name: 'camp-day', test: CAMP_DAY, minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: { '/api': `http://localhost:${environment.PORT || 5000}` },
    },
  };
});
