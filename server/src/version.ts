import packageFile from '../package.json' with { type: 'json' };

/** Which version of SPEAKIFYR this is. */
export const VERSION: string = packageFile.version;

/** The commit that it was built from; 'unknown' if the build was not told, and from source. dev/scripts/build.mjs */
export const COMMIT: string = process.env.BUILT_FROM || 'unknown';
