import type { LinkedProblem, PaymentLink } from '@pulso/contract/billing/links';
import { linkProblemLabel, linkStateLabel } from '@pulso/contract/billing/links.labels';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { formatDate } from '@pulso/contract/kit/dates';
import { QrCode, RefreshCw, SearchCheck, TriangleAlert } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { feeWords } from '#features/billing/ledger/fee-words';
import {
  canRenewWith,
  isAwaited,
  linkFacts,
  linkName,
  linkTones,
  problemAdvice,
} from '#features/billing/links/links.rules';
import { TruncatedText } from '#ui/layout/truncated-text';

export type LinkDeed = { what: 'show' | 'check' | 'close' } | { what: 'renew' | 'solve'; problem: LinkedProblem };

type Props = { link: PaymentLink; now: Date; busy: string | undefined; onDo: (deed: LinkDeed) => void };

/** One link: for whom, what for, what came by it, and what a person has to look at. */
export function LinkItem({ link, now, busy, onDo }: Props) {
  const { user, amount, state, created_at, created_by, payment_id, problems } = link;
  const by = created_by ? displayName(created_by.name) : '';
  const fees = feeWords(link);
  return (
    <li className="space-y-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex items-center gap-2 font-semibold">
            <Link
              to={addresses.users.detail(user.id)}
              className="-my-2.5 flex min-h-11 min-w-0 items-center underline-offset-4 hover:underline sm:my-0 sm:min-h-6"
            >
              <TruncatedText text={displayName(user.name)} />
            </Link>
            <Badge tone={linkTones[state]}>{linkStateLabel(state)}</Badge>
            {user.deleted && <Badge tone="grey">Eliminado</Badge>}
          </p>
          <p className="text-sm wrap-anywhere text-muted">{linkFacts(link)}</p>
          <p className="text-xs text-muted">
            {state === 'paid' ? (
              <Link to={addresses.payments.detail(payment_id)} className="underline underline-offset-4">
                N.º {payment_id}
              </Link>
            ) : (
              `N.º ${payment_id}`
            )}
            {by && ` · Lo generó ${by}`}, <span className="whitespace-nowrap">{timeAgo(created_at, now)}</span>
          </p>
        </div>
        <div className="text-right tabular-nums max-sm:text-left">
          <p className="font-semibold whitespace-nowrap">{formatMoney(amount)}</p>
          {fees && <p className="text-xs text-muted">{fees}</p>}
        </div>
        {isAwaited(link) && (
          <div className="flex flex-wrap gap-1 max-sm:w-full">
            {state === 'open' && (
              <Button
                look="quiet"
                icon={<QrCode aria-hidden className="size-4" />}
                title={`Mostrar el link: ${linkName(link)}`}
                onClick={() => onDo({ what: 'show' })}
              >
                Mostrar
              </Button>
            )}
            <Button
              look="quiet"
              busy={busy === 'check'}
              disabled={busy !== undefined}
              icon={<SearchCheck aria-hidden className="size-4" />}
              title={`Comprobar pago: ${linkName(link)}`}
              onClick={() => onDo({ what: 'check' })}
            >
              Comprobar pago
            </Button>
            {state === 'open' && (
              <TwoStepDelete
                name={`Cerrar link: ${linkName(link)}`}
                label="Cerrar link"
                phoneIcon
                busy={busy !== undefined}
                onDelete={() => onDo({ what: 'close' })}
              />
            )}
          </div>
        )}
      </div>
      {problems.map((problem) => (
        <Problem key={problem.id} link={link} problem={problem} busy={busy} onDo={onDo} />
      ))}
    </li>
  );
}

function Problem({ link, problem, busy, onDo }: Omit<Props, 'now'> & { problem: LinkedProblem }) {
  const { transaction_id, at } = problem;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-yellow-soft p-3 text-sm">
      <TriangleAlert aria-hidden className="size-4 shrink-0 self-start text-yellow" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold text-yellow">{linkProblemLabel(problem.problem)}</p>
        <p className="text-pretty">{problemAdvice(problem, link)}</p>
        <p className="text-xs text-muted tabular-nums">
          Operación {transaction_id}, del {formatDate(at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {canRenewWith(problem) && (
          <Button
            icon={<RefreshCw aria-hidden className="size-4" />}
            title={`Renovar con este pago: ${linkName(link)}`}
            onClick={() => onDo({ what: 'renew', problem })}
          >
            Renovar
          </Button>
        )}
        <Button
          disabled={busy !== undefined}
          title={`Ya lo vi: ${linkName(link)}`}
          onClick={() => onDo({ what: 'solve', problem })}
        >
          Ya lo vi
        </Button>
      </div>
    </div>
  );
}
