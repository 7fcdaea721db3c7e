/** `npm run cycles`: no import cycles in the server, neither between files nor between folders. */
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
    exclude: { path: ['\\.test\\.ts$', '^server/src/testing/'] },
    doNotFollow: { path: ['node_modules', '^(client|contract|dev)/'] },
    // Imports of types count too: they also tie two folders together.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts'] },
  },
};
