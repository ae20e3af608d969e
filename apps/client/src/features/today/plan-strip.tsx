import type { MyToday } from '@pulso/contract/coaching/courses';
import { formatPesos } from '@pulso/contract/kit/money';
import { ChevronRight } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { addresses } from '#addresses';
import { planToneClasses, planWords } from '#features/plan-words';

/** How the plan stands, leading to Mi plan; `lapsed` where it is why there is nothing else. */
export function PlanStrip({ plan, lapsed }: { plan: MyToday['plan']; lapsed: boolean }) {
  const words = planWords(plan);
  const more = [
    lapsed && 'Renuévalo para ver tu entrenamiento.',
    plan.owed > 0 && `Debes ${formatPesos(plan.owed)}`,
    plan.claimed && 'Tu aviso de transferencia está en revisión',
  ].filter((one) => one !== false);
  if (!words && more.length === 0) return null;
  return (
    <Link
      to={addresses.plan}
      className={`flex items-center gap-3 rounded-card border border-line px-5 py-3 ${(words && planToneClasses[words.tone]) ?? 'bg-surface'}`}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{words?.text ?? more.shift()}</span>
        {more.map((line) => (
          <span key={line} className="block text-sm">
            {line}
          </span>
        ))}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  );
}
