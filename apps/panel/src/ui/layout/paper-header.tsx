import { createContext, useContext, type ReactNode } from 'react';

/** Head of every printed sheet; given by whoever knows whose paper it is. */
export const PaperHead = createContext<ReactNode>(null);

/** Head of a printed sheet. It is there before anybody prints, so that its picture has come by then. */
export function PaperHeader() {
  return <div className="hidden print:block">{useContext(PaperHead)}</div>;
}
