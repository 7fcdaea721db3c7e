/** Elements whose texts no browser translates on its own. */
const UNTOUCHED = /^(SCRIPT|STYLE|TEXTAREA|TITLE|OPTION)$/;

/**
 * The browser's translation replaces each text of a page by elements. If React then takes out one of these texts, or puts
 * something before it, while the element around it stays, the page dies. If it changes one that has something beside it,
 * nothing changes on the screen: a child who came is still expected. This notes each such step, on pages that nobody
 * translates, too.
 * @returns a function that gives what was noted since the last time, a sentence each
 */
export function watchBareTexts(): () => string[] {
  let noted: string[] = [];
  const note = (step: string, parent: Node, child: Node | null) => {
    if (child?.nodeType !== Node.TEXT_NODE || !child.nodeValue?.trim()) return;
    if (child.parentNode !== parent || UNTOUCHED.test(parent.nodeName)) return;
    const around = parent instanceof Element ? parent.outerHTML.slice(0, 300) : parent.nodeName;
    noted.push(`${step} the bare text “${child.nodeValue}” in ${around}`);
  };
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    note('takes out', this, child);
    return removeChild.call(this, child) as T;
  };
  Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    note('puts something before', this, before);
    return insertBefore.call(this, child, before) as T;
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      const { parentNode } = this;
      if (parentNode && parentNode.childNodes.length > 1 && value !== this.nodeValue)
        note('changes', parentNode, this);
      nodeValue.set?.call(this, value);
    },
  });
  return () => {
    const all = noted;
    noted = [];
    return all;
  };
}
