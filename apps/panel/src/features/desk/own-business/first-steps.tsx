import { firstStepsRow, type FirstSteps as Steps } from '@pulso/contract/desk/own-business';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect } from 'react';
import { CallFailure, dataOf, serverMessage, type Body } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses, type Address } from '#addresses';
import { call } from '#api/client';
import { removeExtra } from '#api/change-extras';
import { readRow } from '#api/reader';
import { readCookie, serverOffers } from '#api/session';

const FIRST_STEPS_PATH = 'first-steps';
const FIRST_STEPS_KEY = [FIRST_STEPS_PATH] as const;

function readSteps(body: Body): Steps {
  const stepsRow = readRow({ path: FIRST_STEPS_PATH, row: firstStepsRow }, dataOf(body));
  if (stepsRow === undefined) throw new CallFailure(200, undefined);
  return stepsRow;
}

type Step = { name: Exclude<keyof Steps, 'shown'>; label: string; to: Address };

const buildSteps = (): Step[] => [
  { name: 'password', label: 'Cambia tu contraseña', to: addresses.users.edit(Number(readCookie('userId'))) },
  { name: 'business', label: 'Nombra tu negocio', to: addresses.setting('negocio') },
  { name: 'plan', label: 'Crea tu primer plan', to: addresses.newIn(addresses.plans) },
  serverOffers('import')
    ? { name: 'client', label: 'Trae tus clientes', to: addresses.imports }
    : { name: 'client', label: 'Agrega tu primer cliente', to: addresses.users.create },
];

const itemClass = 'flex min-h-12 items-center gap-3 rounded-control border px-3 text-sm font-medium';

function Item({ step: { label, to }, done }: { step: Step; done: boolean }) {
  if (done)
    return (
      <li className={`${itemClass} border-transparent text-muted`}>
        <CircleCheck aria-hidden className="size-5 shrink-0 text-green" />
        <span>
          {label}
          <span className="sr-only">: hecho</span>
        </span>
      </li>
    );
  return (
    <li>
      <Link to={to} className={`${itemClass} border-line transition-colors duration-150 hover:bg-sunken`}>
        <CircleDashed aria-hidden className="size-5 shrink-0 text-muted" />
        {label}
        <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** First tasks in a new business, ticked off by the data that exist, until the list is hidden. */
export function FirstSteps() {
  const client = useQueryClient();
  const { data, isPending } = useQuery({
    queryKey: FIRST_STEPS_KEY,
    queryFn: async ({ signal }) => readSteps(await call('GET', FIRST_STEPS_PATH, { signal })),
    // A person who comes back has just done one.
    staleTime: 0,
  });
  const { mutate, isPending: hiding } = useMutation({
    mutationFn: async () => readSteps(await call('POST', `${FIRST_STEPS_PATH}/hide`)),
    onSuccess: (updatedSteps) => {
      client.setQueryData(FIRST_STEPS_KEY, updatedSteps);
      showToast({ title: 'Primeros pasos ocultos', tone: 'good' });
    },
    onError: (error) => showToast({ title: serverMessage(error, 'No se pudo ocultar la lista'), tone: 'bad' }),
  });
  const isOver = data?.shown === false;
  useEffect(() => {
    if (isOver) removeExtra('first-steps');
  }, [isOver]);

  // The skeleton has the list's height, so that nothing below jumps.
  if (isPending) return <div data-skeleton className="skeleton mb-4 h-72.5 rounded-card sm:h-43.5 xl:h-29.5" />;
  if (!data || isOver) return null;
  const remainingCount = buildSteps().filter(({ name }) => !data[name]).length;
  return (
    <section aria-labelledby="primeros-pasos" className="mb-4 rounded-card border border-line bg-surface p-3">
      <div className="flex flex-wrap items-center gap-x-3 px-3">
        <h2 id="primeros-pasos" className="text-base font-semibold">
          {remainingCount > 0 ? 'Primeros pasos' : 'Tu negocio está listo'}
        </h2>
        <p className="text-sm text-muted tabular-nums">
          {remainingCount > 0 ? `${4 - remainingCount} de 4` : 'Diste los primeros pasos.'}
        </p>
        <Button look="quiet" className="-mr-3 ml-auto" busy={hiding} disabled={hiding} onClick={() => mutate()}>
          Ocultar
        </Button>
      </div>
      <ol className="mt-1 grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {buildSteps().map((step) => (
          <Item key={step.name} step={step} done={data[step.name]} />
        ))}
      </ol>
    </section>
  );
}
