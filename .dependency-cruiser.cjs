/** What may import what; `npm run rooms` reads it, and finds circles of folders by itself. */
module.exports = {
  forbidden: [
    {
      name: 'no-file-cycles',
      severity: 'error',
      from: { path: '^(server|client)/' },
      to: { circular: true },
    },
    // Stripe's objects, and those of the other stand-ins, name each other. Their files may import types in a circle.
    {
      name: 'no-file-cycles-that-run',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    // A page composes features. Only enrollment knows others: it asks who of a family joins which class.
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+)/', pathNot: '^client/src/features/enrollment/' },
      to: { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
    },
    {
      name: 'enrollment-knows-families-and-classes-only',
      severity: 'error',
      from: { path: '^client/src/features/enrollment/' },
      to: {
        path: '^client/src/features/',
        pathNot: '^client/src/features/(enrollment|families|classes)/',
      },
    },
    // Files beside the folders don't count as a folder: these two rules keep them from closing a cycle.
    {
      name: 'shared-files-use-the-lowest-folders-only',
      severity: 'error',
      from: { path: '^server/src/[^/]+\\.ts$', pathNot: '/(app|main)\\.ts$' },
      to: { path: '^server/src/[^/]+/', pathNot: '^server/src/(database|outside)/' },
    },
    {
      name: 'lowest-folders-use-no-feature',
      severity: 'error',
      from: { path: '^server/src/(database|outside)/' },
      to: {
        path: '^server/src/([^/]+/|(app|main|services|calls)\\.ts$)',
        pathNot: '^server/src/$1/',
      },
    },
  ],
  options: {
    exclude: { path: ['\\.(test|testing|spec)\\.(tsx?|mjs)$', '/testing/', '/dist/'] },
    doNotFollow: { path: ['node_modules'] },
    // Imports of types count too: they also tie two folders together.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.css', '.json'] },
  },
};
