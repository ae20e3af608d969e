import { lazy, type ComponentType } from 'react';

/** A part that the screen can do without, shown only where its code can be had. */
export const ifHad = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType => () => null) }));
