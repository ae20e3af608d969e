import type { MyDiet } from '@pulso/contract/coaching/courses';
import { weekdayOf } from '@pulso/contract/kit/dates';
import { useId, useState } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useAnswer } from '#http/answers';
import { serverToday } from '#http/server-clock';
import { DietRow } from '#features/diet-row';
import { byCategory, DIETS_PATH } from '#features/food/diets.rules';
import { WeekdayTabs } from '#features/food/weekday-tabs';
import { useWithheldReason } from '#features/kept-limits';
import { AnswerStates, RowsSkeleton, Screen } from '#features/screen';

export function FoodScreen() {
  const answer = useAnswer<MyDiet[]>(DIETS_PATH);
  const withheld = useWithheldReason(answer);
  return (
    <Screen title="Comida" answer={answer}>
      <AnswerStates
        path={DIETS_PATH}
        answer={answer}
        withheld={withheld}
        failure="Error al cargar tus comidas"
        skeleton={<RowsSkeleton rows={5} />}
      >
        {(diets) =>
          diets.length > 0 ? <Week diets={diets} /> : <EmptyState title="Todavía no tienes comidas asignadas." />
        }
      </AnswerStates>
    </Screen>
  );
}

function Week({ diets }: { diets: MyDiet[] }) {
  const id = useId();
  const [day, setDay] = useState(() => weekdayOf(serverToday()));
  const groups = byCategory(diets.filter(({ weekdays }) => weekdays.includes(day)));
  return (
    <>
      <WeekdayTabs id={id} chosen={day} today={weekdayOf(serverToday())} onChoose={setDay} />
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${day}`} className="mt-5 space-y-6">
        {groups.length === 0 && <p className="py-8 text-center text-muted">Ese día no tienes comidas asignadas.</p>}
        {groups.map(({ category, diets: ofCategory }) => (
          <section key={category} aria-label={category}>
            <h2 className="mb-1 text-lg font-bold tracking-tight wrap-anywhere">{category}</h2>
            <ul className="divide-y divide-line">
              {ofCategory.map((diet) => (
                <li key={diet.id}>
                  <Link to={addresses.diet(diet.id)} className="flex items-center gap-3 py-3">
                    <DietRow {...diet} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
