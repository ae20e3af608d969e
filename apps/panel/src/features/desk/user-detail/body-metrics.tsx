import type { UserDetail } from '@pulso/contract/desk/user-detail';
import {
  bmiCategory,
  bodyMassIndex,
  formatBmi,
  formatIdealWeight,
  idealWeight,
} from '#features/desk/user-detail/body-metrics.rules';
import { shownAge } from '#features/desk/user-detail/user-sections';
import { Badge, type Tone } from '#ui/feedback/badge';
import { fillOf } from '#ui/feedback/bar';
import { Facts } from '#ui/details/facts';
import { Section } from '#ui/details/section';

// The scale ends where a person's index seldom goes; a mark beyond it stands at its edge.
const SCALE = { from: 15, to: 40 };
const bands: { name: string; to: number; tone: Tone }[] = [
  { name: 'Bajo peso', to: 18.5, tone: 'blue' },
  { name: 'Normal', to: 25, tone: 'green' },
  { name: 'Sobrepeso', to: 30, tone: 'yellow' },
  { name: 'Obesidad', to: SCALE.to, tone: 'red' },
];
const place = (bmi: number) =>
  (Math.min(SCALE.to, Math.max(SCALE.from, bmi)) - SCALE.from) / ((SCALE.to - SCALE.from) / 100);

function Gauge({ bmi }: { bmi: number }) {
  return (
    <div aria-hidden className="mt-4">
      <div className="relative">
        <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
          {bands.map(({ name, to, tone }, index) => (
            <div
              key={name}
              className={fillOf(tone)}
              style={{ width: `${place(to) - place(bands[index - 1]?.to ?? SCALE.from)}%` }}
            />
          ))}
        </div>
        <div
          className="absolute -top-1 h-4.5 w-1.5 -translate-x-1/2 rounded-full border-2 border-surface bg-text forced-colors:bg-[CanvasText]"
          style={{ left: `${place(bmi)}%` }}
        />
      </div>
      <div className="relative mt-1 h-4 text-xs text-muted tabular-nums">
        {bands.slice(0, -1).map(({ name, to }) => (
          <span key={name} className="absolute -translate-x-1/2" style={{ left: `${place(to)}%` }}>
            {String(to).replace('.', ',')}
          </span>
        ))}
      </div>
    </div>
  );
}

export function BodyMetrics({ user, day }: { user: UserDetail; day: string }) {
  const bmi = bodyMassIndex(user.height, user.weight);
  const category = bmiCategory(bmi);
  return (
    <Section title="Métricas físicas">
      <div className="flex items-end justify-between gap-3">
        <div>
          <p className="text-xs text-muted">Índice de masa corporal</p>
          <p className="text-3xl font-bold tabular-nums">{formatBmi(bmi)}</p>
        </div>
        {category && <Badge tone={bands.find(({ name }) => name === category)?.tone ?? 'grey'}>{category}</Badge>}
      </div>
      {bmi !== undefined && <Gauge bmi={bmi} />}
      <div className="mt-4">
        <Facts
          facts={[
            { name: 'Peso ideal', value: formatIdealWeight(idealWeight(user.height, user.gender)) },
            { name: 'Edad', value: shownAge(user, day) },
          ]}
        />
      </div>
    </Section>
  );
}
