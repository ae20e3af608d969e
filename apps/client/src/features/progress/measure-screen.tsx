import type { MyMeasures } from '@pulso/contract/coaching/measures';
import { bodyKinds, bodyLabels, limitsOf, measureWords, type BodyKind } from '@pulso/contract/coaching/measures.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { Pencil } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { DayCurve } from '@pulso/web/ui/charts/day-curve';
import { Button } from '@pulso/web/ui/controls/button';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { parts } from '#features/progress/parts';
import { serverToday } from '#http/server-clock';
import { Field } from '#features/field';
import { joinMeasures, readMeasure, type Measured } from '#features/progress/measures.rules';
import { FAILURE } from '#features/progress/progress-frame';
import { SendingBadge } from '#features/progress/sending-badge';
import { MEASURES_PATH, noteMeasure, NOT_SAVED, useMeasures } from '#features/progress/use-measures';
import { useSaving } from '#features/done';
import { AnswerStates, Screen } from '#features/screen';
import { typedText } from '#features/typed-number';

const BACK = { to: parts.measures, label: 'Medidas' };
const isKind = (text: string): text is BodyKind => bodyKinds.some((kind) => kind === text);

export function MeasureScreen({ kind: asked }: { kind: string }) {
  const kind = isKind(asked) ? asked : 'weight';
  const { answer, own } = useMeasures();
  const [corrected, setCorrected] = useState<Measured>();
  return (
    <Screen title={bodyLabels[kind]} back={BACK} answer={answer}>
      <AnswerStates
        path={MEASURES_PATH}
        answer={answer}
        failure={FAILURE}
        skeleton={<div className="skeleton h-64 w-full rounded-card" />}
      >
        {(told) => (
          <>
            <DayCurve
              title={bodyLabels[kind]}
              heading="h2"
              valueName="Valor"
              points={joinMeasures(kind, told, own).map((measured) => ({
                ...measured,
                text: measureWords(kind, measured.value),
                note: <SendingBadge state={measured.state} />,
              }))}
              axisText={(value) => measureWords(kind, value)}
              columns={[
                {
                  name: 'Corregir',
                  cell: (measured) => (
                    <Button
                      look="quiet"
                      className="-my-2"
                      aria-label={`Corregir el ${formatDate(measured.day)}`}
                      icon={<Pencil aria-hidden className="size-4" />}
                      onClick={() => setCorrected(measured)}
                    />
                  ),
                },
              ]}
              empty="Todavía no anotaste nada."
            />
            <CorrectDialog kind={kind} told={told} measured={corrected} onClose={() => setCorrected(undefined)} />
          </>
        )}
      </AnswerStates>
    </Screen>
  );
}

type DialogProps = { kind: BodyKind; told: MyMeasures; measured: Measured | undefined; onClose: () => void };

function CorrectDialog({ kind, told, measured, onClose }: DialogProps) {
  const formId = useId();
  // It stays while the dialog leaves.
  const [last, setLast] = useState(measured);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const { run, busy, failure } = useSaving(NOT_SAVED);
  if (measured && measured !== last) {
    setLast(measured);
    setTyped(typedText(measured.value));
    setFault(undefined);
  }
  const day = last?.day ?? serverToday();
  const note = (value: number | null) =>
    void run(async () => {
      await noteMeasure(told, kind, day, value);
      onClose();
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readMeasure(kind, day, typed, serverToday());
    if ('fault' in read) setFault(read.fault);
    else note(read.value);
  };
  const buttons = (
    <>
      <TwoStepDelete name={formatDate(day)} label="Borrar" outlined busy={busy} onDelete={() => note(null)} />
      <Button type="submit" form={formId} look="primary" busy={busy} disabled={busy}>
        Guardar
      </Button>
    </>
  );
  return (
    <Dialog open={measured !== undefined} onClose={onClose} title={formatDate(day)} footer={buttons}>
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 p-5">
        <Field
          label={`${bodyLabels[kind]} (${limitsOf(kind).unit})`}
          error={fault}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
        />
        {failure}
      </form>
    </Dialog>
  );
}
