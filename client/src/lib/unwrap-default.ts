/**
 * The default export of a CommonJS package. Vite's build gives the whole `module.exports` if the file is marked with
 * `__esModule`; tests and Node give the export itself.
 */
export function unwrapDefault<T extends object>(imported: T | { default: T }): T {
  return 'default' in imported ? imported.default : imported;
}
