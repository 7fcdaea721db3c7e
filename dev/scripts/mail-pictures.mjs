import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { tsImport } from 'tsx/esm/api';
import { ROOT } from './build.mjs';
import { BROWSER_FLAGS, findBrowser } from './find-browser.mjs';

/** Takes a picture of every email into .build/screens: at 360 and 600 px, light and dark. */

const FOLDER = join(ROOT, '.build/screens');
const { listSamples, USUAL } = await tsImport(
  '../../server/src/messages/samples/mail-samples.ts',
  import.meta.url,
);
const { writeSample } = await tsImport('../../server/src/testing/write-sample.ts', import.meta.url);

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
try {
  for (const width of [360, 600])
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme });
      for (const sample of listSamples(USUAL)) {
        await page.setContent(writeSample(sample, USUAL.person).html);
        const name = `mail ${sample.kind} ${sample.variant}`.trim().replaceAll(' ', '-');
        const path = join(FOLDER, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
        const contentWidth = await page.evaluate('document.documentElement.scrollWidth');
        if (contentWidth > width) throw new Error(`${name} is ${contentWidth} px wide`);
      }
      await page.close();
    }
} finally {
  await browser.close();
}
