import { UserPlus } from 'lucide-react';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';

/** Card with the first step of a business without clients. */
export function NextStep() {
  const canImport = serverOffers('import');
  return (
    <section
      aria-labelledby="siguiente"
      className="mb-4 flex flex-col items-center gap-2 rounded-card border border-line bg-surface px-6 py-10 text-center"
    >
      <h2 id="siguiente" className="text-lg font-semibold">
        Tu negocio empieza con el primer cliente
      </h2>
      <p className="max-w-md text-sm text-balance text-muted">
        Cuando le vendas un plan, aquí verás lo que entra, a quién cobrarle hoy y cómo va el mes.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <LinkButton to={addresses.users.create} look="primary" icon={<UserPlus aria-hidden className="size-4" />}>
          Agregar un cliente
        </LinkButton>
        {canImport && <LinkButton to={addresses.imports}>Traer los que ya tienes</LinkButton>}
      </div>
    </section>
  );
}
