/**
 * Each field finds its labels as in a browser. For each field, jsdom asks each label of the page which field is its, and
 * each label reads the page for the answer: two thirds of the time of a test of a long form.
 */
export function findLabelsQuickly(): void {
  for (const { prototype } of [
    HTMLButtonElement,
    HTMLInputElement,
    HTMLSelectElement,
    HTMLTextAreaElement,
  ])
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return findLabels(this);
      },
    });
}

function findLabels(field: HTMLElement): HTMLLabelElement[] | null {
  if (field instanceof HTMLInputElement && field.type === 'hidden') return null;
  // jsdom keeps this list until the page changes. An index of it is slower than item().
  const labels = document.getElementsByTagName('label');
  return Array.from({ length: labels.length }, (_none, index) => labels.item(index)!).filter(
    (label) =>
      label.hasAttribute('for')
        ? label.htmlFor === field.id && document.getElementById(field.id) === field
        : label.contains(field) && label.control === field,
  );
}
