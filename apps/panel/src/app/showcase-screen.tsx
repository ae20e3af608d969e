import { useState, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Tabs } from '@pulso/web/ui/details/tabs';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { Badge, type Tone } from '@pulso/web/ui/feedback/badge';
import { EmptyState, ErrorBox, FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { Form } from '#forms/form';
import { ImageField } from '#forms/image-field';
import { SelectField } from '#forms/select-field';
import { CardGrid, CatalogueCard, CatalogueSkeleton } from '#screens/catalogue-card';
import { Bar } from '#ui/feedback/bar';
import { InlineConfirm } from '#ui/dialogs/inline-confirm';
import { DataTable, type Column } from '#ui/lists/data-table';
import { FilterBar, PageHeader } from '#ui/layout/page';
import { Pagination } from '#ui/lists/pagination';
import { Picker } from '#ui/pickers/picker';
import { RowActions } from '#ui/lists/row-actions';
import { SearchBox } from '#ui/lists/search-box';
import { Section } from '#ui/details/section';
import { Select } from '#ui/controls/select';
import { sortRows, type Sort } from '#ui/lists/sort';

const TONES: Tone[] = ['green', 'yellow', 'red', 'grey', 'purple', 'blue', 'accent'];
const samplePeople = [
  { id: 1, name: 'Ángela Ñandú', paid: 15_000 },
  { id: 2, name: 'Bruno Díaz', paid: 8_500 },
  { id: 3, name: 'Carla Paz', paid: 22_300 },
];
const sampleOptions = samplePeople.map(({ id, name }) => ({ value: id, label: name }));

function ShowcaseSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-10">
      <h2 className="mb-3 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

const columns: Column<(typeof samplePeople)[number]>[] = [
  { key: 'name', title: 'Nombre', cell: ({ name }) => name, sortBy: ({ name }) => name, phone: 'title' },
  { key: 'paid', title: 'Pagado', numeric: true, cell: ({ paid }) => paid, sortBy: ({ paid }) => paid, phone: 'fact' },
  {
    key: 'actions',
    title: 'Acciones',
    cell: ({ name }) => <RowActions name={name} actions={[]} deletion={{ busy: false, onDelete: () => undefined }} />,
    phone: 'actions',
  },
];

function SortedTable() {
  const [sort, setSort] = useState<Sort>();
  return (
    <DataTable
      caption="Personas"
      rows={sortRows(samplePeople, columns, sort)}
      sort={sort}
      onSort={setSort}
      columns={columns}
    />
  );
}

/** Every part of the system on one page, for the eye and for the parts' tests. Not in the product's menu. */
export function ShowcaseScreen() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('todos');
  const [tab, setTab] = useState('uno');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState('nada');
  return (
    <>
      <PageHeader
        title="Muestrario"
        context="Las partes del panel, todas juntas."
        action={<Button look="primary">Acción principal</Button>}
      />
      <p role="status" className="mb-6 text-sm text-muted">
        Última acción: {done}
      </p>
      <ShowcaseSection title="Botones">
        <div className="flex flex-wrap gap-2">
          <Button look="primary">Primario</Button>
          <Button>Común</Button>
          <Button look="quiet">Discreto</Button>
          <Button look="danger">Peligroso</Button>
          <Button look="primary" busy>
            Guardando...
          </Button>
          <TwoStepDelete name="Uno" onDelete={() => setDone('uno eliminado')} />
          <TwoStepDelete name="Dos" onDelete={() => setDone('dos eliminado')} />
          <InlineConfirm name="Tres" onConfirm={() => setDone('tres eliminado')} />
        </div>
      </ShowcaseSection>
      <ShowcaseSection title="Etiquetas y barras">
        <div className="mb-3 flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className="grid gap-2 sm:max-w-sm">
          {TONES.map((tone, index) => (
            <Bar key={tone} tone={tone} percent={90 - index * 10} />
          ))}
        </div>
      </ShowcaseSection>
      <ShowcaseSection title="Búsqueda y filtros">
        <FilterBar>
          <SearchBox label="Buscar..." value={search} onChange={setSearch} />
          <Select
            label="Estado"
            value={state}
            onChange={setState}
            options={[
              { value: 'todos', label: 'Todos' },
              { value: 'activos', label: 'Activos' },
            ]}
          />
        </FilterBar>
        <div className="max-w-sm">
          <Picker label="Persona" options={sampleOptions} onPick={({ label }) => setDone(`${label} elegida`)} />
        </div>
      </ShowcaseSection>
      <ShowcaseSection title="Tabla y páginas">
        <SortedTable />
        <Pagination page={page} limit={50} total={120} onPage={setPage} />
      </ShowcaseSection>
      <ShowcaseSection title="Pestañas y secciones">
        <Tabs
          label="Pestañas"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'uno', label: 'Uno', content: 'Contenido uno' },
            { value: 'dos', label: 'Dos', content: 'Contenido dos' },
          ]}
        />
        <div className="mt-4">
          <Section title="Sección plegable">Contenido de la sección</Section>
        </div>
      </ShowcaseSection>
      <ShowcaseSection title="Formulario">
        <Form
          check={(fields) => (fields.title ? { values: fields } : { errors: { title: 'El título es obligatorio' } })}
          busy={false}
          onSubmit={() => setDone('formulario enviado')}
          className="max-w-lg space-y-4 rounded-card border border-line bg-surface p-5"
        >
          <TextField name="title" label="Título" required />
          <TextAreaField name="text" label="Descripción" />
          <SelectField name="level" label="Nivel" prompt="Elige" options={[{ value: 1, label: 'Principiante' }]} />
          <ImageField name="image" label="Imagen" column="image_url" />
          <CheckField name="active" label="Activo" byDefault />
          <Button look="primary" type="submit">
            Guardar
          </Button>
        </Form>
      </ShowcaseSection>
      <ShowcaseSection title="Diálogo y avisos">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen(true)}>Abrir diálogo</Button>
          <Button onClick={() => showToast({ title: 'Guardado', description: 'Todo está en su lugar.', tone: 'good' })}>
            Aviso bueno
          </Button>
          <Button
            onClick={() => showToast({ title: 'No se pudo guardar', description: 'Por favor, intenta de nuevo.' })}
          >
            Aviso malo
          </Button>
        </div>
        <Dialog open={open} onClose={() => setOpen(false)} title="Un diálogo">
          <div className="space-y-4 p-5">
            <input aria-label="Primer campo" className="h-11 w-full rounded-control border border-line px-3" />
            <Button onClick={() => setOpen(false)}>Listo</Button>
          </div>
        </Dialog>
      </ShowcaseSection>
      <ShowcaseSection title="Estados">
        <div className="space-y-4">
          <CatalogueSkeleton worded />
          <CardGrid>
            <CatalogueCard
              title="Una tarjeta"
              image={null}
              text="Con su descripción"
              active={false}
              removing={false}
              onEdit={() => undefined}
              onDelete={() => undefined}
            />
          </CardGrid>
          <EmptyState title="No hay nada todavía" text="Aquí aparecerá lo que crees.">
            <Button look="primary">Crear</Button>
          </EmptyState>
          <FailureState message="No se pudo cargar" onRetry={() => setDone('reintento')} />
          <ErrorBox>Algo está mal en lo que enviaste</ErrorBox>
        </div>
      </ShowcaseSection>
    </>
  );
}
