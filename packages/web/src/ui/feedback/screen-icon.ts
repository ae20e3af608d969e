import { createContext, type ReactNode } from 'react';

/** Icon of the current screen, shown in empty states. */
export const ScreenIcon = createContext<ReactNode>(undefined);
