export type GuidePicture = { src: string; alt: string; width: number; height: number };
/** A part of a page, as `guide-plugin.ts` reads it. */
export type GuideNode =
  | string
  | GuidePicture
  | { tag: 'h2' | 'h3'; id: string; children: GuideNode[] }
  | { tag: 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code' | 'pre' | 'th' | 'td'; children: GuideNode[] }
  | { tag: 'table'; head: GuideNode[]; rows: GuideNode[][] }
  | { tag: 'a'; to: string; children: GuideNode[] };
export type GuidePage = { to: string; title: string; nodes: GuideNode[] };
/** A heading, and the page that it is of; the page's own title is of none. */
export type GuideHeading = { label: string; page: string; to: string };
