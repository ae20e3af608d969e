import { createContext, type ReactNode } from 'react';

/** That of the screen one is on, drawn where there is nothing to show. */
export const PlaceIcon = createContext<ReactNode>(undefined);
