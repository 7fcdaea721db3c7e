import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = createRequire(import.meta.url).resolve('axe-core');

/** How a page is opened that axe looks at: the app allows no scripts but its own, and nothing may be fading in. */
export const FOR_AXE = { bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } } as const;

/** The rules that another theme can break. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/**
 * What axe finds: WCAG 2.2 AA and axe's own best practices, also in frames of other sites (the card field).
 * @param page asks for reduced motion: the text of a page that is fading in would be measured too pale
 * @param rules only these; all if left out
 */
export async function findViolations(page: Page, rules: string[] = []): Promise<string[]> {
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  if (!isStill) throw new Error('axe measures colors: open the page with reducedMotion');
  const hasAxe = await page.evaluate(() => 'axe' in window);
  if (!hasAxe) {
    await page.addScriptTag({ path: AXE });
    // Between two themes a color is neither.
    await page.addStyleTag({ content: '* { transition: none !important }' });
  }
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(values.length > 0 && { runOnly: { type: 'rule', values } }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
    );
  }, rules);
}
