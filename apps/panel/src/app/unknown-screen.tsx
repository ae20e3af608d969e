import { House } from 'lucide-react';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { PageHeader } from '#ui/layout/page';

export function UnknownScreen() {
  return (
    <>
      <PageHeader title="Esa página no existe" />
      <EmptyState
        title="No hay nada en esta dirección"
        text="Puede estar mal escrita, o ser de algo que ya no está. Con «Ir a…» encuentras lo que buscas."
      >
        <LinkButton to={addresses.home} look="primary" icon={<House aria-hidden className="size-4" />}>
          Ir a Inicio
        </LinkButton>
      </EmptyState>
    </>
  );
}
