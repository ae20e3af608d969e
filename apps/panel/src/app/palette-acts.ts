import type { UserListRow } from '@pulso/contract/accounts/users';
import type { Extra } from '@pulso/contract/accounts/extras';
import { displayName } from '@pulso/contract/kit/labels';
import { Banknote, HandCoins, Inbox, Moon, RefreshCw, Sun, type LucideIcon } from 'lucide-react';
import { navigate } from '@pulso/web/navigation/navigation';
import { addresses, filteredAddress, type Address } from '#addresses';
import { mayVisit, serverOffers } from '#api/session';
import type { ClientVerb } from '#app/palette.rules';
import type { Target } from '#app/palette-targets';
import { chooseTheme } from '#app/theme';

const goTo = (to: Address) => () => void navigate(to);

type MoneyAct = { label: string; words?: string; icon: LucideIcon; extra: Extra; to: Address };

const { opening, payments, till, collections, users } = addresses;

/** Acts of money that are for nobody in particular. */
const moneyActs: MoneyAct[] = [
  { label: 'Cobrar', words: 'Registrar pago', icon: Banknote, extra: 'ledger', to: opening(payments.list, 'cobrar') },
  {
    label: 'Renovar a quien vence',
    icon: RefreshCw,
    extra: 'collections',
    to: filteredAddress(collections, { lista: 'due_soon' }),
  },
  { label: 'Cerrar caja', icon: Inbox, extra: 'ledger', to: opening(till.open, 'cierre') },
  {
    label: 'Clientes con deuda',
    icon: HandCoins,
    extra: 'collections',
    to: filteredAddress(collections, { lista: 'debt' }),
  },
];

const clientActs: Record<ClientVerb, { label: string; icon: LucideIcon; extra: Extra }> = {
  renovar: { label: 'Renovar', icon: RefreshCw, extra: 'renew' },
  cobrar: { label: 'Cobrar', icon: Banknote, extra: 'ledger' },
};

const isOffered = ({ extra }: { extra: Extra }) => mayVisit('billing') && serverOffers(extra);
export const isClientActOffered = (verb: ClientVerb) => isOffered(clientActs[verb]);

export const actTargets = (): Target[] => [
  ...moneyActs.filter(isOffered).map(({ label, words, icon, to }) => ({
    key: to,
    label,
    detail: words,
    words,
    icon,
    run: goTo(to),
  })),
  { key: 'dark', label: 'Tema oscuro', icon: Moon, run: () => chooseTheme('dark') },
  { key: 'light', label: 'Tema claro', icon: Sun, run: () => chooseTheme('light') },
];

/** 'Renovar: Ana Gómez', which opens that dialog on the client's own screen. */
export function clientActTarget(verb: ClientVerb, user: UserListRow): Target {
  const { label, icon } = clientActs[verb];
  const to = opening(users.detail(user.id), verb);
  return { key: to, label: `${label}: ${displayName(user.name)}`, detail: user.username, user, icon, run: goTo(to) };
}
