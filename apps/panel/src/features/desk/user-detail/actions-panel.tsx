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
} from 'lucide-react';
import { useId } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Panel } from '@pulso/web/ui/details/facts';
import { mayVisit, serverOffers } from '#api/session';
import { statesVaryByScreen } from '#api/strict-spec';
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

type Props = { user: UserDetail; day: DateText; onOpen: (action: UserAction) => void };

export function ActionsPanel({ user, day, onOpen }: Props) {
  const id = useId();
  const maySell = mayVisit('billing');
  /** The way to pay that is not the main action. */
  const otherSale = isChargedFirst() ? 'payment' : 'charge';
  const planText = describePlan(user);
  const pauseAction = findPauseAction(user, day);
  const wasSoldPlan = planText !== undefined || user.subscription_history.length > 0;
  const noPlanText = wasSoldPlan ? 'No tiene un plan ahora.' : 'Todavía no tiene un plan.';
  return (
    <Panel title="Acciones">
      <div className="grid gap-2 sm:max-lg:grid-cols-2">
        {maySell && serverOffers('renew') && (planText || !canCharge()) && (
          <Button icon={<CalendarSync aria-hidden className="size-4" />} onClick={() => onOpen('renew')}>
            Renovar
          </Button>
        )}
        {pauseAction && (
          <Button
            icon={
              pauseAction === 'pause' ? (
                <CirclePause aria-hidden className="size-4" />
              ) : (
                <CirclePlay aria-hidden className="size-4" />
              )
            }
            onClick={() => onOpen(pauseAction)}
          >
            {pauseAction === 'pause' ? 'Pausar' : 'Reanudar'}
          </Button>
        )}
        {serverOffers('renew') && serverOffers('prices') && (
          <Button icon={<Tag aria-hidden className="size-4" />} onClick={() => onOpen('price')}>
            {userActionTitles.price}
          </Button>
        )}
        {maySell && (
          <>
            <Button icon={<CalendarPlus aria-hidden className="size-4" />} onClick={() => onOpen('subscription')}>
              {userActionTitles.subscription}
            </Button>
            {canCharge() && (
              <Button icon={<Banknote aria-hidden className="size-4" />} onClick={() => onOpen(otherSale)}>
                {userActionTitles[otherSale]}
              </Button>
            )}
            <Button icon={<PackagePlus aria-hidden className="size-4" />} onClick={() => onOpen('package')}>
              {userActionTitles.package}
            </Button>
          </>
        )}
        {isCoached(user) && (
          <>
            <Button icon={<Dumbbell aria-hidden className="size-4" />} onClick={() => onOpen('training')}>
              {userActionTitles.training}
            </Button>
            <Button icon={<Salad aria-hidden className="size-4" />} onClick={() => onOpen('diet')}>
              {userActionTitles.diet}
            </Button>
            <Button icon={<KeyRound aria-hidden className="size-4" />} onClick={() => onOpen('access')}>
              {userActionTitles.access}
            </Button>
          </>
        )}
        {maySell && (
          <>
            <Button
              icon={<Settings2 aria-hidden className="size-4" />}
              aria-describedby={id}
              disabled={!planText}
              onClick={() => onOpen('manage')}
            >
              {userActionTitles.manage}
            </Button>
            <p id={id} className="text-center text-xs text-muted sm:max-lg:self-center">
              {planText ?? (statesVaryByScreen() ? 'Información de suscripción no disponible' : noPlanText)}
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}
