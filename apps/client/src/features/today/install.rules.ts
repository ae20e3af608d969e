import { daysBetween, type DateText } from '@pulso/contract/kit/dates';
import type { InstallMemory } from '#device/install-question';

type Circumstances = InstallMemory & {
  today: DateText;
  /** Opened from the phone's own screen. */
  installed: boolean;
  /** True if the browser has a question of its own for it. */
  asks: boolean;
  iphone: boolean;
};

const HIDDEN_DAYS = 30;

/** How installing is offered: by the browser's own question, by an iPhone's steps, or not. */
export function installOffer({ first, hidden, today, installed, asks, iphone }: Circumstances) {
  if (installed || first === undefined || today <= first) return undefined;
  if (hidden !== undefined && daysBetween(hidden, today) < HIDDEN_DAYS) return undefined;
  if (asks) return 'question';
  return iphone ? 'steps' : undefined;
}
