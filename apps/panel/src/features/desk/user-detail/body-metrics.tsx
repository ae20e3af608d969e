import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { Badge, type Tone } from '@pulso/web/ui/feedback/badge';
import {
  bmiCategory,
  bodyMassIndex,
  formatBmi,
  formatIdealWeight,
  idealWeightKg,
  missingBmiReason,
} from '#features/desk/user-detail/body-metrics.rules';
import { fillClass } from '#ui/feedback/bar';
import { Section } from '#ui/details/section';

// The scale ends where a person's index seldom goes; a mark beyond it stands at its edge.
const BMI_SCALE = { from: 15, to: 40 };
const bmiBands: { name: string; to: number; tone: Tone }[] = [
  { name: 'Bajo peso', to: 18.5, tone: 'blue' },
  { name: 'Normal', to: 25, tone: 'green' },
  { name: 'Sobrepeso', to: 30, tone: 'yellow' },
  { name: 'Obesidad', to: BMI_SCALE.to, tone: 'red' },
];
const scalePercent = (bmi: number) =>
  (Math.min(BMI_SCALE.to, Math.max(BMI_SCALE.from, bmi)) - BMI_SCALE.from) / ((BMI_SCALE.to - BMI_SCALE.from) / 100);

function BmiGauge({ bmi }: { bmi: number }) {
  return (
    <div aria-hidden className="mt-4">
      <div className="relative">
        <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
          {bmiBands.map(({ name, to, tone }, index) => (
            <div
              key={name}
              className={fillClass(tone)}
              style={{ width: `${scalePercent(to) - scalePercent(bmiBands[index - 1]?.to ?? BMI_SCALE.from)}%` }}
            />
          ))}
        </div>
        <div
          className="absolute -top-1 h-4.5 w-1.5 -translate-x-1/2 rounded-full border-2 border-surface bg-text forced-colors:bg-[CanvasText]"
          style={{ left: `${scalePercent(bmi)}%` }}
        />
      </div>
      <div className="relative mt-1 h-4 text-xs text-muted tabular-nums">
        {bmiBands.slice(0, -1).map(({ name, to }) => (
          <span key={name} className="absolute -translate-x-1/2" style={{ left: `${scalePercent(to)}%` }}>
            {String(to).replace('.', ',')}
          </span>
        ))}
      </div>
    </div>
  );
}

export function BodyMetrics({ user }: { user: UserDetail }) {
  const bmi = bodyMassIndex(user.height, user.weight);
  const category = bmiCategory(bmi);
  const missing = missingBmiReason(user.height, user.weight);
  return (
    <Section part title="Métricas físicas">
      <div className="flex items-end justify-between gap-3">
        <div>
          <p className="text-xs text-muted">Índice de masa corporal</p>
          <p className="text-2xl font-bold tabular-nums">{formatBmi(bmi)}</p>
        </div>
        {/* Neutral: the screen is turned to the client too. */}
        {category && <Badge tone="grey">{category}</Badge>}
      </div>
      {missing && <p className="mt-1 text-sm text-muted">{missing}</p>}
      {bmi !== undefined && <BmiGauge bmi={bmi} />}
      <dl className="mt-3 flex min-h-7 justify-between gap-4 py-1 text-sm">
        <dt className="text-muted">Peso ideal</dt>
        <dd className="tabular-nums">{formatIdealWeight(idealWeightKg(user.height, user.gender))}</dd>
      </dl>
    </Section>
  );
}
