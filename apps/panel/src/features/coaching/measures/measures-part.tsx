import { bodyLabels, limitsOf, type BodyKind } from '@pulso/contract/coaching/measures.labels';
import { DayCurve } from '@pulso/web/ui/charts/day-curve';
import { useMeasures } from '#features/coaching/measures/measures-calls';
import { DetailPart } from '#screens/detail-part';
import { formatNumber } from '#ui/text/numbers';

const labelOf = (kind: BodyKind) => (kind === 'weight' ? 'Peso' : bodyLabels[kind]);
const valueWords = (value: number, kind: BodyKind) => `${formatNumber(value)} ${limitsOf(kind).unit}`;

/** The part 'Peso y medidas' of a client's tab 'Entrenamiento': of each kind a curve and its table. */
export function MeasuresPart({ userId }: { userId: number }) {
  return (
    <DetailPart
      title="Peso y medidas"
      query={useMeasures(userId)}
      failure="Error al cargar el entrenamiento del cliente"
      empty={(measured) => measured.length === 0 && 'Todavía no anotó su peso ni sus medidas.'}
    >
      {(measured) =>
        measured.map(({ kind, values }) => (
          <DayCurve
            key={kind}
            title={labelOf(kind)}
            valueName="Valor"
            points={values.map(({ day, value }) => ({ day, value, text: valueWords(value, kind) }))}
            axisText={(value) => valueWords(value, kind)}
            empty=""
          />
        ))
      }
    </DetailPart>
  );
}
