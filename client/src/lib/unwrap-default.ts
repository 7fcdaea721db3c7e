/**
 * The default export of a CommonJS package. Vite's build hands over the whole `module.exports` where the file says
 * `__esModule`, its tests and Node the export itself.
 */
export function unwrapDefault<T extends object>(imported: T | { default: T }): T {
  return 'default' in imported ? imported.default : imported;
}
