import { today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { ArrowRight, Banknote, MessageCircle } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Button, IconButton } from '@pulso/web/ui/controls/button';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import { describePerson, type TodayPerson } from '#features/billing/collections/today/today.rules';
import { useToday } from '#features/billing/collections/today/use-today';
import { Face } from '#screens/face';

const ChargeDialog = lazy(async () => ({
  default: (await import('#features/billing/charge/charge-dialog')).ChargeDialog,
}));
const ChatDialog = lazy(async () => ({
  default: (await import('#features/billing/collections/client-chat-dialog')).ClientChatDialog,
}));

type Open = { what: 'charge' | 'chat'; person: TodayPerson };

/** List of people to talk to today, each with the two things that are done with them. */
export function TodayPeople() {
  const day = today(useNow());
  const { data, error, isPending, refetch } = useToday();
  const [open, setOpen] = useState<Open>();
  if (isPending) return <div data-skeleton className="skeleton h-full min-h-80 rounded-card" />;
  const close = () => setOpen(undefined);
  return (
    <section
      aria-labelledby="hoy"
      className="flex h-full min-w-0 flex-col rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="hoy" className="text-sm font-semibold">
          Hoy
        </h2>
        <Link
          to={addresses.collections}
          className="-my-2 inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-muted hover:text-text"
        >
          Cobranzas <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      {error && !data && (
        <div className="mt-3">
          <FailureState message="Error al cargar las cobranzas" onRetry={() => void refetch()} />
        </div>
      )}
      {data?.length === 0 && (
        <div className="my-auto py-8 text-center">
          <p className="font-semibold">Nadie espera hoy.</p>
          <p className="text-sm text-muted">Ningún plan vence y nadie prometió pagar: todo al día.</p>
        </div>
      )}
      <ul className="mt-2 divide-y divide-line">
        {data?.map((person) => {
          const name = displayName(person.name);
          const words = describePerson(person, day);
          return (
            <li key={person.id} className="flex min-h-14 items-center gap-3 py-1.5">
              <Face name={name} image={person.profile_image} className="flex size-9 text-sm" />
              <span className="min-w-0 flex-1">
                <Link
                  to={addresses.users.detail(person.id)}
                  title={name}
                  className="block truncate text-sm font-semibold underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
                <span title={words} className="block truncate text-xs text-muted tabular-nums">
                  {words}
                </span>
              </span>
              <IconButton
                label="WhatsApp"
                title={`WhatsApp: ${name}`}
                icon={<MessageCircle aria-hidden className="size-4" />}
                onClick={() => setOpen({ what: 'chat', person })}
              />
              {serverOffers('renew') && (
                <Button
                  title={`Cobrar: ${name}`}
                  className="px-3!"
                  icon={<Banknote aria-hidden className="size-4" />}
                  onClick={() => setOpen({ what: 'charge', person })}
                >
                  <span className="max-sm:sr-only">Cobrar</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {open && (
        <Suspense>
          {open.what === 'charge' ? (
            <ChargeDialog user={open.person} onClose={close} />
          ) : (
            <ChatDialog user={open.person} onClose={close} />
          )}
        </Suspense>
      )}
    </section>
  );
}
