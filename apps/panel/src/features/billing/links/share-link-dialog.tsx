import type { PaymentLink } from '@pulso/contract/billing/links';
import { linkProblemLabel, linkStateLabel } from '@pulso/contract/billing/links.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Check, CircleCheck, CircleX, Copy, ExternalLink, MessageCircle } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { copyText } from '@pulso/web/ui/copy-text';
import { Button, buttonClass } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { addresses, filteredAddress } from '#addresses';
import { useFollowedLink } from '#features/billing/links/links-calls';
import { PROBLEMS_VALUE } from '#features/billing/links/links.rules';
import { PracticeNote } from '#features/billing/links/practice-note';

// The code that draws a QR comes with the first link that is shown.
const QrPicture = lazy(async () => ({ default: (await import('#features/billing/links/qr-picture')).QrPicture }));

/** How long 'Copiado' stands. */
const COPIED_MS = 3_000;

export type LinkChatProps = { link: PaymentLink; onClose: () => void };

type Props = {
  link: PaymentLink;
  /** Writes to the client with the link in the message. */
  Chat?: ComponentType<LinkChatProps>;
  onClose: () => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** A link as it is shown at the counter: its QR, its address, and what comes by it. */
export function ShareLinkDialog({ link: first, Chat, onClose, returnTo }: Props) {
  const link = useFollowedLink(first);
  const [isWriting, setWriting] = useState(false);
  const isOpen = link.state === 'open';
  useEffect(() => {
    if (!isOpen) speak(linkStateLabel(link.state), 'link');
  }, [isOpen, link.state]);
  if (isWriting && Chat) return <Chat link={link} onClose={() => setWriting(false)} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Link de pago"
      returnTo={returnTo}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          {isOpen && Chat && (
            <Button
              look="primary"
              icon={<MessageCircle aria-hidden className="size-4" />}
              onClick={() => setWriting(true)}
            >
              Enviar por WhatsApp
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4 p-5">
        <PracticeNote />
        <div>
          <p className="text-base font-semibold wrap-anywhere">{displayName(link.user.name)}</p>
          <p className="text-sm wrap-anywhere text-muted">
            {link.concept} · <span className="whitespace-nowrap">{formatMoney(link.amount)}</span>
          </p>
        </div>
        {isOpen ? <OpenLink link={link} /> : <Outcome link={link} />}
      </div>
    </Dialog>
  );
}

function OpenLink({ link: { url, expires_at } }: { link: PaymentLink }) {
  const [state, setState] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await copyText(url);
      setState('copied');
      speak('Copiado', 'copied');
      setTimeout(setState, COPIED_MS, undefined);
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      <Suspense fallback={<div className="skeleton mx-auto aspect-square w-full max-w-64" />}>
        <QrPicture text={url} label="Código QR del link de pago" />
      </Suspense>
      <p className="text-center text-sm text-balance text-muted">
        Se escanea con la cámara del teléfono. Vale hasta el {formatDate(expires_at)}.
      </p>
      <div className="flex items-center gap-2">
        <p
          title={url}
          className="min-w-0 flex-1 truncate rounded-control bg-sunken px-3 py-2.5 text-sm tabular-nums select-all"
        >
          {url}
        </p>
        <Button icon={<Icon aria-hidden className="size-4" />} onClick={() => void copy()}>
          {state === 'copied' ? 'Copiado' : 'Copiar'}
        </Button>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label="Abrir el link"
          title="Abrir el link"
          className={`${buttonClass('quiet')} px-3!`}
        >
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </div>
      {state === 'failed' && (
        <ErrorBox>
          <p>No se pudo copiar. Elige el texto y cópialo.</p>
        </ErrorBox>
      )}
      <p role="status" className="flex items-center justify-center gap-2 text-sm font-medium">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
        Esperando el pago…
      </p>
    </>
  );
}

/** Line about a link that can be paid no more. */
function Outcome({ link }: { link: PaymentLink }) {
  const { state, problems, payment_id, plan } = link;
  const [problem] = problems;
  if (state === 'processing')
    return (
      <Told icon={<Badge tone="blue">{linkStateLabel(state)}</Badge>} title="Mercado Pago está procesando el pago">
        Puede tardar hasta dos días hábiles. Se actualiza solo.
      </Told>
    );
  if (problem)
    return (
      <Told
        icon={<CircleX aria-hidden className="size-12 text-yellow" strokeWidth={1.5} />}
        title={linkProblemLabel(problem.problem)}
      >
        <LinkButton to={filteredAddress(addresses.payments.links, { estado: PROBLEMS_VALUE })}>Ver en Links</LinkButton>
      </Told>
    );
  if (state === 'failed')
    return (
      <Told
        icon={<CircleX aria-hidden className="size-12 text-muted" strokeWidth={1.5} />}
        title="Este link ya no se puede pagar"
      >
        Genera otro si hace falta.
      </Told>
    );
  return (
    <Told
      icon={<CircleCheck aria-hidden className="size-12 text-green" strokeWidth={1.5} />}
      title={plan ? 'Pagado: la suscripción quedó renovada' : 'Pagado: la deuda quedó saldada'}
    >
      <LinkButton to={addresses.payments.detail(payment_id)}>Comprobante</LinkButton>
    </Told>
  );
}

function Told({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 py-6 text-center">
      {icon}
      <p className="text-lg font-semibold text-balance">{title}</p>
      <div className="text-sm text-muted">{children}</div>
    </div>
  );
}
