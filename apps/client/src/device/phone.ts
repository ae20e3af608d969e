type AppleNavigator = Navigator & { standalone?: boolean };

/** True where the app was opened from the phone's own screen, and not in a tab. */
export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true;

/** An iPhone or an iPad, which names itself a Mac, and no Mac has a screen to touch. */
export const isIphone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
