import type { MyDiet } from '@pulso/contract/coaching/courses';
import { CallFailure } from '@pulso/web/answers';
import { useParams } from '@pulso/web/navigation/navigation';
import { Picture } from '@pulso/web/ui/details/picture';
import { addresses } from '#addresses';
import { useAnswer, type Answer } from '#http/answers';
import { kilocalories } from '#features/diet-row';
import { DIETS_PATH } from '#features/food/diets.rules';
import { useWithheldReason } from '#features/kept-limits';
import { AnswerStates, RowsSkeleton, Screen } from '#features/screen';
import { categoryName } from '#features/words';

const NOT_THERE = new CallFailure(404, 'Esta comida ya no está en tu plan.');

/** One of the diets that are answered whole: it is there without network too. */
function pickDiet({ data, ...rest }: Answer<MyDiet[]>, id: number): Answer<MyDiet> {
  const diet = data?.find((one) => one.id === id);
  return { ...rest, data: diet, error: rest.error ?? (data && !diet ? NOT_THERE : undefined) };
}

export function DietScreen() {
  const { id = '' } = useParams();
  const answer = pickDiet(useAnswer<MyDiet[]>(DIETS_PATH), Number(id));
  const title = answer.data?.title ?? 'Comida';
  const withheld = useWithheldReason(answer);
  return (
    <Screen
      title={title}
      context={categoryName(answer.data?.category ?? '')}
      back={{ to: addresses.food, label: 'Comida' }}
      answer={answer}
    >
      <AnswerStates
        path={DIETS_PATH}
        answer={answer}
        withheld={withheld}
        failure="Error al cargar tus comidas"
        skeleton={<RowsSkeleton rows={4} />}
      >
        {(diet) => <Diet diet={diet} />}
      </AnswerStates>
    </Screen>
  );
}

const grams = (value: number) => `${new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }).format(value)} g`;

function Diet({ diet }: { diet: MyDiet }) {
  const { image_url, portions, total_time, calories, protein, carbs, fats, ingredients, instructions } = diet;
  const macros = [
    { name: 'Calorías', value: kilocalories(calories) },
    { name: 'Proteína', value: grams(protein) },
    { name: 'Carbohidratos', value: grams(carbs) },
    { name: 'Grasas', value: grams(fats) },
  ];
  const facts = [
    { name: 'Porciones', value: portions },
    { name: 'Tiempo', value: total_time },
  ].filter(({ value }) => value);
  return (
    <div className="space-y-6">
      {image_url && <Picture src={image_url} size="large" className="aspect-video w-full rounded-card" />}
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {macros.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse rounded-control bg-sunken px-4 py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Text title="Ingredientes">{ingredients}</Text>
      <Text title="Preparación">{instructions}</Text>
    </div>
  );
}

function Text({ title, children }: { title: string; children: string }) {
  if (!children.trim()) return null;
  return (
    <section>
      <h2 className="mb-1 text-lg font-bold tracking-tight">{title}</h2>
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{children}</p>
    </section>
  );
}
