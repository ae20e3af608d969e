/** Asked for when it is opened and not again by itself, because what is typed stands on it; nothing keeps it afterwards. */
export const asOpened = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Begins the key of what is sold: what other screens know of it may be old. Asked for again when a write is refused. */
export const ON_OFFER = 'on-offer';
