/** `npm run cycles`: no import cycles in server and client, neither between files nor between folders. */
module.exports = {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/src/' },
      to: { circular: true },
    },
    {
      name: 'no-feature-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: '^client/src/(features/[^/]+|[^/]+)$' },
      to: { circular: true },
    },
    // A page composes features. Only enrollment knows others: it asks who of a family joins which class.
    {
      name: 'features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+)/', pathNot: '^client/src/features/enrollment/' },
      to: { path: '^client/src/features/', pathNot: '^client/src/features/$1/' },
    },
    {
      name: 'enrollment-knows-family-and-classes-only',
      severity: 'error',
      from: { path: '^client/src/features/enrollment/' },
      to: {
        path: '^client/src/features/',
        pathNot: '^client/src/features/(enrollment|family|classes)/',
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
    exclude: { path: ['\\.(test|testing)\\.tsx?$', '^(server|client)/src/testing/'] },
    doNotFollow: { path: ['node_modules', '^(contract|dev)/'] },
    // Imports of types count too: they also tie two folders together.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.css', '.json'] },
  },
};
