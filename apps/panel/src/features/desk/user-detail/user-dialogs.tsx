import { normalizeRole } from '@pulso/contract/accounts/users.labels';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { formatShortDate, parseDateField } from '@pulso/contract/kit/dates';
import { lazy, Suspense } from 'react';
import { serverOffers } from '#api/session';
import { REGISTERING_COMES_FIRST } from '#api/strict-spec';
import { CHARGE_TITLE } from '#features/billing/charge/charge-dialog';
import { CLIENT_CHAT_TITLE, ClientChatDialog } from '#features/billing/collections/client-chat-dialog';
import { ChargeWithLink, LinkWithChat, RenewWithLink } from '#features/billing/collections/links/sales-with-link';
import { LINK_TITLE } from '#features/billing/links/link-dialog';
import { RegisterPaymentDialog } from '#features/billing/payments/register-payment-dialog';
import { CLIENT_PRICE_TITLE, ClientPriceDialog } from '#features/billing/subscriptions/client-price-dialog';
import { ActivateSubscriptionDialog } from '#features/billing/subscriptions/activate-subscription-dialog';
import { ManageSubscriptionDialog } from '#features/billing/subscriptions/manage-subscription-dialog';
import { RENEW_TITLE } from '#features/billing/subscriptions/renew-dialog';
import { planName } from '#features/billing/subscriptions/subscription-history';
import { ActivatePackageDialog } from '#features/billing/user-packages/activate-package-dialog';
import { hasDraftToResume } from '#forms/form-dialog';

const AccessDialog = lazy(async () => ({
  default: (await import('#features/desk/user-detail/coaching-parts')).AccessDialog,
}));
const AssignDialog = lazy(async () => ({
  default: (await import('#features/desk/user-detail/coaching-parts')).AssignDialog,
}));

const PauseDialog = lazy(async () => ({
  default: (await import('#features/billing/subscriptions/pause-dialogs')).PauseDialog,
}));
const ResumeDialog = lazy(async () => ({
  default: (await import('#features/billing/subscriptions/pause-dialogs')).ResumeDialog,
}));

/** Actions for a user, each with the title of its dialog. */
export const userActionTitles = {
  charge: CHARGE_TITLE,
  renew: RENEW_TITLE,
  link: LINK_TITLE,
  price: CLIENT_PRICE_TITLE,
  subscription: 'Activar suscripción',
  package: 'Activar paquete',
  payment: 'Registrar pago',
  manage: 'Gestionar suscripción',
  pause: 'Pausar suscripción',
  resume: 'Reanudar suscripción',
  write: CLIENT_CHAT_TITLE,
  training: 'Asignar entrenamiento',
  diet: 'Asignar dieta',
  access: 'Enviar acceso',
} as const;
export type UserAction = keyof typeof userActionTitles;

/** A server with debts and renewals sells everything in one dialog; others have the specified ones alone. */
export const canCharge = () => serverOffers('renew') && serverOffers('ledger');

/** True where that dialog is the way to every sale, and the specified ones stand beside it. */
export const isChargedFirst = () => canCharge() && !REGISTERING_COMES_FIRST;

/** True for whom the app is: a client of a server that has it. */
export const isCoached = ({ role }: UserDetail) => serverOffers('coaching') && normalizeRole(role) === 'CLIENT';

/** The action whose dialog was open when the session ended. */
export const findResumedAction = () =>
  (Object.keys(userActionTitles) as UserAction[]).find((one) => hasDraftToResume(userActionTitles[one]));

/** Dialogs that an address opens, by their names in it. */
export const actionsByAddress = new Map<string, UserAction>([
  ['cobrar', 'charge'],
  ['renovar', 'renew'],
]);

/** Name of the plan that a user has or had last; nothing where there is no subscription. */
export function heldPlan(user: UserDetail): string | undefined {
  const { suscriptionId, suscription_status, suscription_end, subscription_history } = user;
  if (suscriptionId === null && !suscription_status && !suscription_end) return undefined;
  const knownPeriod = subscription_history.find(({ subscription_id }) => subscription_id === suscriptionId);
  return suscriptionId === null ? 'Suscripción' : planName(knownPeriod?.subscription.title ?? '', suscriptionId);
}

/** 'Trimestral, hasta el 15 feb 2027'. */
export function describePlan(user: UserDetail): string | undefined {
  const plan = heldPlan(user);
  const end = formatShortDate(parseDateField(user.suscription_end));
  return plan && [plan, end && `hasta el ${end}`].filter(Boolean).join(', ');
}

/** Opens the dialog of an action; `debtId` is the debt that it is about. */
export type OnOpen = (action: UserAction, debtId?: number) => void;

type Props = {
  user: UserDetail;
  day: string;
  open: UserAction | undefined;
  debtId: number | undefined;
  onOpen: OnOpen;
  onClose: () => void;
};

export function UserDialogs({ user, day, open, debtId, onOpen, onClose }: Props) {
  switch (open) {
    case 'charge':
      return <ChargeWithLink user={user} debtId={debtId} onClose={onClose} />;
    case 'renew':
      return <RenewWithLink user={user} onClose={onClose} />;
    case 'link':
      return <LinkWithChat user={user} proposal={{ debtId }} onClose={onClose} />;
    case 'price':
      return <ClientPriceDialog user={user} onClose={onClose} />;
    case 'subscription':
      return <ActivateSubscriptionDialog user={user} day={day} onManage={() => onOpen('manage')} onClose={onClose} />;
    case 'package':
      return <ActivatePackageDialog user={user} day={day} onClose={onClose} />;
    case 'payment':
      return <RegisterPaymentDialog user={user} day={day} onCharge={() => onOpen('charge')} onClose={onClose} />;
    case 'manage':
      return <ManageSubscriptionDialog user={user} held={describePlan(user) ?? ''} onClose={onClose} />;
    case 'pause':
      return (
        <Suspense>
          <PauseDialog user={user} day={day} onClose={onClose} />
        </Suspense>
      );
    case 'resume':
      return (
        <Suspense>
          <ResumeDialog user={user} day={day} onClose={onClose} />
        </Suspense>
      );
    case 'write':
      return <ClientChatDialog user={user} onClose={onClose} />;
    case 'access':
      return (
        <Suspense>
          <AccessDialog user={user} onClose={onClose} />
        </Suspense>
      );
    case 'training':
    case 'diet':
      return (
        <Suspense>
          <AssignDialog kind={open} user={user} onClose={onClose} />
        </Suspense>
      );
    case undefined:
      return null;
  }
}
