import type { TodayMeal } from '@pulso/contract/coaching/courses';
import { Link } from '@pulso/web/navigation/link';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { addresses } from '#addresses';
import { DietRow } from '#features/diet-row';
import { categoryName } from '#features/words';

const MAX_SHOWN = 6;

export function Meals({ meals }: { meals: TodayMeal[] }) {
  return (
    <section aria-labelledby="meals">
      <h2 id="meals" className="mb-1 text-lg font-bold tracking-tight">
        Comidas de hoy
      </h2>
      <ul className="divide-y divide-line">
        {meals.slice(0, MAX_SHOWN).map((meal) => (
          <li key={meal.id}>
            <Link to={addresses.diet(meal.id)} className="flex items-center gap-3 py-3">
              <DietRow {...meal} above={categoryName(meal.category)} />
            </Link>
          </li>
        ))}
      </ul>
      {meals.length > MAX_SHOWN && (
        <div className="mt-2 grid">
          <LinkButton to={addresses.food}>Ver todas</LinkButton>
        </div>
      )}
    </section>
  );
}
