declare module 'virtual:guide' {
  import type { GuidePage } from '#features/desk/guide/guide-node';

  export const pages: GuidePage[];
}

declare module 'virtual:guide-index' {
  import type { GuideHeading } from '#features/desk/guide/guide-node';

  export const headings: GuideHeading[];
}
