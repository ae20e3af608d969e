import type { Diet } from '@pulso/contract/content/diets';
import { textOrDash } from '@pulso/contract/kit/labels';
import type { Tone } from '@pulso/web/ui/feedback/badge';
import { fillClass } from '#ui/feedback/bar';
import { formatNumber, toPercentage } from '#ui/text/numbers';

type Macro = { name: string; grams: number; kcalPerGram: number; tone: Tone };

const macrosOf = ({ protein, carbs, fats }: Diet): Macro[] => [
  { name: 'Proteínas', grams: protein, kcalPerGram: 4, tone: 'blue' },
  { name: 'Carbohidratos', grams: carbs, kcalPerGram: 4, tone: 'yellow' },
  { name: 'Grasas', grams: fats, kcalPerGram: 9, tone: 'purple' },
];

/** The figures, and where the energy comes from as one bar: what a gram of each gives, not what it weighs. */
export function Nutrition({ diet }: { diet: Diet }) {
  const macros = macrosOf(diet);
  const kcal = macros.reduce((sum, { grams, kcalPerGram }) => sum + grams * kcalPerGram, 0);
  const shareOf = ({ grams, kcalPerGram }: Macro) => toPercentage(grams * kcalPerGram, kcal);
  return (
    <>
      <p className="text-3xl font-bold tabular-nums">
        {textOrDash(formatNumber(diet.calories))} <span className="text-base font-medium text-muted">kcal</span>
      </p>
      {kcal > 0 && (
        <div aria-hidden className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-full">
          {macros.map((macro) => (
            <div key={macro.name} className={fillClass(macro.tone)} style={{ width: `${shareOf(macro)}%` }} />
          ))}
        </div>
      )}
      <dl className="mt-4 grid grid-cols-3 gap-2 sm:gap-3">
        {macros.map((macro) => (
          <div key={macro.name} className="min-w-0">
            <dt title={macro.name} className="flex items-center gap-1.5 text-xs text-muted">
              <span aria-hidden className={`size-2 shrink-0 rounded-full ${fillClass(macro.tone)}`} />
              <span className="truncate">{macro.name}</span>
            </dt>
            <dd className="mt-1 text-sm tabular-nums">
              <span className="text-base font-semibold">{textOrDash(formatNumber(macro.grams))} g</span>
              {kcal > 0 && <span className="block text-xs text-muted">{shareOf(macro)}% de la energía</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
