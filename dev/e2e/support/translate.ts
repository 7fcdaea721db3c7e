import type { Page } from '@playwright/test';

/**
 * Replaces each text of the pages to come as Chrome's translation does: by the text inside two `<font>` elements, also where
 * it appears later. The words stay, so that a journey finds them.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Not the provider's frame with the card.
    if (window.top !== window) return;
    const wrap = (node: Node) => {
      const parent = node.parentNode;
      if (!node.nodeValue?.trim() || !parent) return;
      if (/^(SCRIPT|STYLE|TEXTAREA|FONT|TITLE|OPTION)$/.test(parent.nodeName)) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = node.nodeValue;
      outer.append(inner);
      parent.replaceChild(outer, node);
    };
    const wrapAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes: Node[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      nodes.forEach(wrap);
    };
    const start = () => {
      // Most often after React has taken over the page that the server sent: browsers translate a page that has loaded.
      wrapAll(document.body);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node.nodeType === Node.TEXT_NODE) wrap(node);
            else if (node.nodeType === Node.ELEMENT_NODE && node.nodeName !== 'FONT') wrapAll(node);
      }).observe(document.body, { childList: true, subtree: true });
    };
    window.addEventListener('load', () => setTimeout(start, 500));
  });
}
