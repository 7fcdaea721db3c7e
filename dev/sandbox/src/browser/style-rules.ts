/// <reference lib="dom" />

let sheet: CSSStyleSheet | undefined;

/** Adds a CSS rule to the page through the CSSOM, because a security policy could refuse `<style>`. */
export function addRule(rule: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.insertRule(rule, sheet.cssRules.length);
}
