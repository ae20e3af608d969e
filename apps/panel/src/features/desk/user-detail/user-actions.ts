import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { parseDateField, type DateText } from '@pulso/contract/kit/dates';
import {
  Banknote,
  CalendarPlus,
  CalendarSync,
  CirclePause,
  CirclePlay,
  Dumbbell,
  KeyRound,
  PackagePlus,
  Salad,
  Settings2,
  Tag,
  type LucideIcon,
} from 'lucide-react';
import { mayVisit, serverOffers } from '#api/session';
import { REGISTERING_COMES_FIRST, statesVaryByScreen } from '#api/strict-spec';
import {
  canCharge,
  describePlan,
  isChargedFirst,
  isCoached,
  userActionTitles,
  type UserAction,
} from '#features/desk/user-detail/user-dialogs';

/** Action that fits the paid days now: pausing them, or resuming them. */
function findPauseAction({ suscription_status, suscription_end, pause }: UserDetail, day: DateText) {
  if (!serverOffers('pause') || !suscription_status || (parseDateField(suscription_end) ?? '') <= day) return undefined;
  return pause && pause.to > day ? 'resume' : 'pause';
}

export type OfferedAction = {
  action: UserAction;
  label: string;
  icon: LucideIcon;
  disabled?: boolean;
  /** Says what the action is about, or why it cannot be taken. */
  hint?: string;
};

/** Why there is nothing to manage, or what there is. */
function describeManaged(user: UserDetail): string {
  const planText = describePlan(user);
  if (planText) return planText;
  if (statesVaryByScreen()) return 'Información de suscripción no disponible';
  return user.subscription_history.length > 0 ? 'No tiene un plan ahora.' : 'Todavía no tiene un plan.';
}

/**
 * The specification names a panel 'Acciones'. Where a server offers much more than it names, a menu of that name holds
 * everything but the two actions of every day.
 */
export const hasActionsMenu = () => serverOffers('collections') && !REGISTERING_COMES_FIRST;

/** Actions for a user beside the main ones, in the order of use. */
export function userActions(user: UserDetail, day: DateText): OfferedAction[] {
  const maySell = mayVisit('billing');
  const hasPlan = describePlan(user) !== undefined;
  const pauseAction = findPauseAction(user, day);
  const isManageable = hasPlan || !canCharge();
  const coached = isCoached(user);
  const titled = (action: UserAction, icon: LucideIcon, isOffered: boolean): OfferedAction[] =>
    isOffered ? [{ action, icon, label: userActionTitles[action] }] : [];
  return [
    ...(maySell && serverOffers('renew') && isManageable
      ? [{ action: 'renew', label: 'Renovar', icon: CalendarSync } as const]
      : []),
    ...(pauseAction === 'pause' ? [{ action: pauseAction, label: 'Pausar', icon: CirclePause } as const] : []),
    ...(pauseAction === 'resume' ? [{ action: pauseAction, label: 'Reanudar', icon: CirclePlay } as const] : []),
    ...titled('price', Tag, serverOffers('renew') && serverOffers('prices')),
    ...titled('subscription', CalendarPlus, maySell),
    // The way to pay that is not the main action.
    ...titled(isChargedFirst() ? 'payment' : 'charge', Banknote, maySell && canCharge()),
    ...titled('package', PackagePlus, maySell),
    ...titled('training', Dumbbell, coached),
    ...titled('diet', Salad, coached),
    ...titled('access', KeyRound, coached),
    ...titled('manage', Settings2, maySell).map((one) => ({
      ...one,
      disabled: !hasPlan,
      hint: describeManaged(user),
    })),
  ];
}
