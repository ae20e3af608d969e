import { lazy, type ComponentType } from 'react';

/** An optional part of the screen, omitted if its code does not load. */
export const lazyOptional = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType => () => null) }));
