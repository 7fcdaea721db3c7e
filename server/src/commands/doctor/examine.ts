import { listSettingsProblems } from '../check-settings.ts';
import type { Finding, Settings } from './check.ts';
import { checkFirebase } from './check-firebase.ts';
import { checkImages } from './check-images.ts';
import { checkMongoDb } from './check-mongodb.ts';
import { checkSite } from './check-site.ts';
import { checkStripe } from './check-stripe.ts';

export type Examination = {
  /** What is wrong with the settings by themselves, a line each. */
  problems: string[];
  /** What the services say to them. */
  findings: Finding[];
};

/**
 * Looks at the settings and asks every service that they name. Reads only, but for an upload.
 * @param settings usually `process.env`
 * @param options.site the school's public address
 * @param options.isUploading whether a picture of one point is left at the picture host
 */
export async function examine(
  settings: Settings,
  { site, isUploading = false }: { site?: URL | undefined; isUploading?: boolean } = {},
): Promise<Examination> {
  const findings = await Promise.all([
    checkMongoDb(settings),
    checkFirebase(settings, site),
    checkStripe(settings, site),
    checkImages(settings, isUploading),
    ...(site ? [checkSite(site)] : []),
  ]);
  return { problems: listSettingsProblems(settings), findings: findings.flat() };
}
