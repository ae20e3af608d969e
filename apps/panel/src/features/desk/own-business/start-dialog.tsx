import { addedRowsInWords, type ContentKind, type AddedRows } from '@pulso/contract/desk/own-business';
import { currentPassword } from '@pulso/contract/kit/fields';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { BackupProgress } from '#features/desk/backups/backup-progress';
import { useStartOwnBusiness, type StartPhase } from '#features/desk/own-business/use-own-business';
import { CheckField, TextField } from '#forms/fields';
import { Form, type Check } from '#forms/form';

type Confirmation = { password: string; also_ours?: AddedRows };

const confirmationCheck =
  (ours: AddedRows, isWorkedIn: boolean): Check<Confirmation> =>
  (fields) => {
    const password = currentPassword.safeParse(fields.password);
    const errors = {
      ...(isWorkedIn && !fields.also_ours && { also_ours: 'Márcalo solo si también eso se puede borrar' }),
      ...(!password.success && { password: password.error.issues[0]!.message }),
    };
    if (!password.success || Object.keys(errors).length > 0) return { errors };
    return { values: { password: password.data, ...(isWorkedIn && { also_ours: ours }) } };
  };

function StartProgress({ phase }: { phase: StartPhase }) {
  if (phase !== 'removing')
    return <BackupProgress backup={phase} note="Si cancelas antes de que termine, no se borra nada." />;
  return <p role="status">Copia hecha y comprobada. Preparando tu negocio…</p>;
}

type Props = { ours: AddedRows; keep: ContentKind[]; onClose: () => void };

/** Asks for what only the owner of the session knows, and for a yes where people's own work goes as well. */
export function StartDialog({ ours, keep, onClose }: Props) {
  const id = useId();
  const { start, phase, given, failure, errors } = useStartOwnBusiness();
  const isWorkedIn = ours.people + ours.payments > 0;
  const close = () => (phase === 'removing' ? undefined : onClose());
  return (
    <Dialog
      open
      onClose={close}
      title="Borrar y empezar"
      footer={
        <>
          <Button onClick={close} disabled={phase === 'removing'}>
            Cancelar
          </Button>
          {!phase && (
            <Button look="danger" type="submit" form={id}>
              Borrar y empezar
            </Button>
          )}
        </>
      }
    >
      {phase ? (
        <div className="p-5 text-sm">
          <StartProgress phase={phase} />
        </div>
      ) : (
        <Form
          id={id}
          check={confirmationCheck(ours, isWorkedIn)}
          values={{ also_ours: given?.also_ours !== undefined }}
          serverErrors={errors}
          busy={false}
          onSubmit={(confirmed) => start({ keep, ...confirmed })}
          className="space-y-5 p-5 text-sm"
        >
          {failure && <ErrorBox>{failure}</ErrorBox>}
          <p>
            Primero se hace y se comprueba una copia de seguridad, que se conserva para siempre. Después se borra todo
            lo que dice «Qué se va».
          </p>
          {isWorkedIn && (
            <div className="rounded-control bg-yellow-soft px-3 pt-3 pb-1">
              <p className="flex items-start gap-2 text-yellow">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                <span>
                  Alguien ya trabajó aquí: hay {addedRowsInWords(ours)} que no{' '}
                  {ours.people + ours.payments === 1 ? 'es' : 'son'} de la demostración. Si es tu negocio de verdad, no
                  sigas.
                </span>
              </p>
              <CheckField name="also_ours" label={`Borrar también ${addedRowsInWords(ours)}`} />
            </div>
          )}
          <TextField name="password" label="Tu contraseña" type="password" autoComplete="current-password" required />
        </Form>
      )}
    </Dialog>
  );
}
