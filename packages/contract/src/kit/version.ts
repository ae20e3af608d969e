import * as z from 'zod/mini';

/** The release that runs, and the commit that it was built from, where the build knew it. */
export const versionAnswer = z.object({ version: z.string(), commit: z.optional(z.string()) });
export type Version = z.infer<typeof versionAnswer>;

/** 'Pulso 0.1.0, 07b1259'. */
export const versionInWords = ({ version, commit }: Version) => `Pulso ${[version, commit].filter(Boolean).join(', ')}`;
