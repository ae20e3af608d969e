import { tillOpenInput } from '@pulso/contract/billing/till';
import { Banknote, Calculator, Vault } from 'lucide-react';
import { useId } from 'react';
import type * as z from 'zod/mini';
import { Button } from '@pulso/web/ui/controls/button';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { useLedgerWrite } from '#features/billing/payments/ledger-calls';
import { FailureBox, isShownAtField } from '#forms/failure-box';
import { Form } from '#forms/form';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { MainAction } from '#ui/layout/main-action';

const FAILURE_MESSAGE = 'Error al abrir la caja. Por favor intenta de nuevo.';
const check = createSchemaCheck(tillOpenInput);

const STEPS = [
  {
    icon: Banknote,
    title: 'Cada cobro entra solo',
    text: 'Lo que cobras en Pagos, Cobranzas o una ficha aparece aquí, por método.',
  },
  {
    icon: Vault,
    title: 'Anota lo demás',
    text: 'El alquiler, el agua, un retiro: con «Registrar egreso» la caja lo sabe.',
  },
  { icon: Calculator, title: 'Cierra contando billetes', text: 'Dice si sobra o falta, y cuánto llevarte.' },
];

/** The first visit: from here on the till is always open. */
export function OpenTillForm() {
  const id = useId();
  const { mutate, isPending, failure } = useLedgerWrite<z.output<typeof tillOpenInput>>(
    FAILURE_MESSAGE,
    (json) => ({ path: 'till/open', json }),
    () => showToast({ title: 'Caja abierta', tone: 'good' }),
  );
  return (
    <section
      aria-labelledby="empezar"
      className="grid gap-x-10 gap-y-8 rounded-card border border-line bg-surface p-6 @3xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id="empezar" className="text-lg font-semibold">
          Empieza a usar la caja
        </h2>
        <p className="mt-1 mb-5 text-sm text-muted">
          Cuenta el efectivo que hay ahora. Los pagos anteriores quedan fuera: la caja empieza con los que entren desde
          este momento.
        </p>
        <Form
          id={id}
          check={check}
          busy={isPending}
          serverErrors={failure?.errors}
          onSubmit={(values) => mutate(values)}
        >
          <div className="space-y-5">
            {failure && !isShownAtField(failure) && <FailureBox failure={failure} />}
            <MoneyField name="opening" label="Fondo inicial" required />
            <MainAction>
              <Button look="primary" type="submit" form={id} busy={isPending} disabled={isPending} className="w-full">
                {isPending ? 'Abriendo...' : 'Empezar'}
              </Button>
            </MainAction>
          </div>
        </Form>
      </div>
      <ol className="self-center space-y-5 border-line text-sm @3xl:border-l @3xl:pl-10">
        {STEPS.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon aria-hidden className="size-5 shrink-0 text-muted" />
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
