import {
  businessInput,
  CONTACT_DAYS,
  LOGO_FIELD,
  type Business,
  type BusinessInput,
} from '@pulso/contract/billing/business';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { usePlace } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { formQueryOptions } from '#api/form-query-options';
import { removeExtra } from '#api/change-extras';
import { call } from '#api/client';
import { serverOffers } from '#api/session';
import { ClientAppFields } from '#features/billing/business/client-app-fields';
import { BUSINESS_KEY, readBusinessAnswer, readBusiness } from '#features/billing/business/use-business';
import { DraftNotice } from '#forms/draft-notice';
import { FailureBox, isShownAtField, createSaveFailure } from '#forms/failure-box';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { Form } from '#forms/form';
import { FormFooter, FormSection, FormSkeleton } from '#forms/form-page';
import { ImageField } from '#forms/image-field';
import { buildMultipart, type ImageChoice } from '#forms/payload';
import { createSchemaCheck } from '#forms/schema-check';
import { useDiscardQuestion } from '#forms/use-discard-question';
import { useDraft } from '#forms/use-draft';
import { PageHeader } from '#ui/layout/page';

const FAILURE_MESSAGE = 'Error al guardar los datos del negocio. Por favor intenta de nuevo.';
const check = createSchemaCheck(businessInput);
/** Never refetched while it is edited. */
const EDITING_KEY = ['editing', ...BUSINESS_KEY] as const;

/** `connection`: the account by which clients pay online, which is no part of the form. */
export function BusinessScreen({ connection }: { connection?: ReactNode }) {
  // The form begins anew with what was saved.
  const [formKey, setFormKey] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: EDITING_KEY,
    queryFn: readBusiness,
    ...formQueryOptions,
  });
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title="Datos del negocio" context="Lo que dicen los comprobantes y los mensajes a tus clientes." />
      {data ? (
        <BusinessForm
          key={formKey}
          business={data}
          onReload={async () => (await refetch()).data}
          onSaved={() => setFormKey(formKey + 1)}
        />
      ) : error ? (
        <FailureState
          message="Error al cargar los datos del negocio"
          reason={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
      {connection && <div className="mt-6">{connection}</div>}
    </div>
  );
}

type Props = { business: Business; onReload: () => Promise<Business | undefined>; onSaved: () => void };

function BusinessForm({ business, onReload, onSaved }: Props) {
  const id = useId();
  const client = useQueryClient();
  const { pathname } = usePlace();
  const save = useMutation({
    mutationFn: async ({ values, logo }: { values: BusinessInput; logo: ImageChoice }) => {
      const headers = { 'If-Match': `"${business.version}"` };
      const payload = logo === undefined ? { json: values } : buildMultipart(values, { name: LOGO_FIELD, file: logo });
      return readBusinessAnswer(await call('PATCH', 'business', { payload, headers }));
    },
    onSuccess: (saved) => {
      client.setQueryData(BUSINESS_KEY, saved);
      if (saved.trainer_access !== business.trainer_access)
        removeExtra('trainers', saved.trainer_access ? ['trainers'] : []);
      draft.discard();
      client.setQueryData(EDITING_KEY, saved);
      onSaved();
      showToast({ title: 'Datos del negocio guardados', tone: 'good' });
    },
  });
  const reload = async () => {
    const fresh = await onReload();
    save.reset();
    return fresh;
  };
  const draft = useDraft({ name: pathname, id, values: business, busy: save.isPending, onReload: reload });
  const { question } = useDiscardQuestion(draft.dirty && !save.isSuccess, draft.discard);
  const failure = save.error ? createSaveFailure(FAILURE_MESSAGE, save.error) : undefined;
  return (
    <>
      <Form
        {...draft.form}
        id={id}
        check={check}
        serverErrors={failure?.errors}
        busy={save.isPending}
        onSubmit={(values, files) => save.mutate({ values, logo: files[LOGO_FIELD] })}
        className="space-y-6"
      >
        {draft.notice && <DraftNotice {...draft.notice} />}
        <FormSection title="Para cobrar">
          <TextField name="name" label="Nombre del negocio" maxLength={100} autoComplete="organization" />
          <TextField name="alias" label="Alias o CBU" hint="Adonde te transfieren." maxLength={60} autoComplete="off" />
          <TextField
            name="contact_days"
            label="Días entre contactos"
            type="number"
            inputMode="numeric"
            min={CONTACT_DAYS.min}
            max={CONTACT_DAYS.max}
            required
            hint="Quien fue contactado no vuelve a aparecer en Cobranzas en esos días."
          />
          <TextField
            name="area_code"
            label="Código de área"
            inputMode="numeric"
            maxLength={4}
            hint="De los teléfonos que no lo tienen. Por ejemplo: 11, 223 o 2966."
            autoComplete="off"
          />
          {serverOffers('pause') && (
            <TextField
              name="pause_days_per_year"
              label="Días de pausa por año"
              type="number"
              inputMode="numeric"
              min={0}
              max={366}
              hint="Los que puede tener cada cliente en un año calendario. Sin número: sin límite."
            />
          )}
        </FormSection>
        <FormSection title="En los comprobantes">
          {business.logo_image !== undefined && (
            <div className="sm:col-span-2">
              <ImageField name={LOGO_FIELD} label="Logo" column="logo_image" />
            </div>
          )}
          <TextField name="cuit" label="CUIT" maxLength={20} inputMode="numeric" autoComplete="off" />
          <TextField name="phone" label="Teléfono" type="tel" maxLength={60} autoComplete="tel" />
          <div className="sm:col-span-2">
            <TextField name="address" label="Dirección" maxLength={200} autoComplete="street-address" />
          </div>
          <div className="sm:col-span-2">
            <TextAreaField name="receipt_footer" label="Pie del comprobante" rows={2} />
          </div>
        </FormSection>
        {serverOffers('coaching') && <ClientAppFields />}
        {business.trainer_access !== undefined && (
          <FormSection title="Tu equipo">
            <div className="space-y-1 sm:col-span-2">
              <CheckField name="trainer_access" label="Permitir el acceso de entrenadores" />
              <p className="text-sm text-muted">
                Cada usuario con el rol Entrenador entra con su usuario y su contraseña y ve solo a los clientes que le
                asignes: sus datos, notas, fechas del plan y entrenamientos. Puede crear y editar ejercicios,
                entrenamientos y dietas, asignarlos y enviar accesos. No ve precios, pagos ni deudas, y no elimina nada.
              </p>
            </div>
          </FormSection>
        )}
        {failure && !isShownAtField(failure) && <FailureBox failure={failure} onReload={draft.reload} />}
      </Form>
      <FormFooter>
        <Button look="primary" type="submit" form={id} busy={save.isPending} disabled={save.isPending}>
          {save.isPending ? 'Guardando...' : 'Guardar'}
        </Button>
      </FormFooter>
      {question}
    </>
  );
}
