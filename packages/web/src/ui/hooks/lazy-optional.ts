import { lazy, type ComponentType } from 'react';

/** An optional part of the screen, omitted if its code does not load. */
export const lazyOptional = <Props = object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
