import { existsSync, readFileSync } from 'node:fs';
import type { Version } from '@pulso/contract/kit/version';
import packageJson from '../package.json' with { type: 'json' };

/** The build's stamp, beside the built server; there is none beside the sources. */
const STAMP = new URL('./version.json', import.meta.url);

/** Read at the start: a newer release may lie in the folder before this process ends. */
const version: Version = existsSync(STAMP)
  ? (JSON.parse(readFileSync(STAMP, 'utf8')) as Version)
  : { version: packageJson.version };

export function readVersion(): Version {
  return version;
}

/** The version for programs, as SemVer writes that of a build: `0.1.0+07b1259`. */
export function buildVersion(): string {
  return [version.version, version.commit].filter(Boolean).join('+');
}
