/** Tests that share modules may share a page, too. */
let watched: Document | undefined;

/**
 * Each field finds its labels as in a browser. For each field, jsdom asks each label of the page which field is its, and
 * each label reads the page for the answer: two thirds of the time of a test of a long form.
 */
export function findLabelsQuickly(): void {
  if (watched === document) return;
  watched = document;
  let labels: ReturnType<typeof readLabels> | undefined;
  const changes = new MutationObserver(() => {
    labels = undefined;
  });
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['for', 'id'] });
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        // The observer itself is only told of a change once this step of the test is over.
        if (changes.takeRecords().length > 0) labels = undefined;
        labels ??= readLabels();
        const isHidden = this instanceof HTMLInputElement && this.type === 'hidden';
        return isHidden ? null : (labels.get(this) ?? []);
      },
    });
}

/** @returns the labels of each field that has any */
function readLabels(): Map<HTMLElement, HTMLLabelElement[]> {
  const found = new Map<HTMLElement, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll('label')) {
    const isByName = label.hasAttribute('for');
    const field = isByName ? document.getElementById(label.htmlFor) : label.control;
    if (field) found.set(field, [...(found.get(field) ?? []), label]);
  }
  return found;
}
