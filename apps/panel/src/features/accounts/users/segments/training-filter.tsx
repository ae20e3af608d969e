import type { UserQuestion } from '@pulso/contract/accounts/users.questions';
import { serverOffers } from '#api/session';
import { questionOf, viewOf } from '#features/accounts/users/segments/segments.rules';
import { trainingWords } from '#features/accounts/users/segments/training-words';
import type { UsersView } from '#features/accounts/users/users.rules';
import { ALL_VALUE, allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';

const withoutWorkouts: UserQuestion[] = [{ training: 'none' }];
const withWorkouts: UserQuestion[] = [
  ...withoutWorkouts,
  ...[7, 10, 14, 30].map((idle) => ({ idle })),
  { note: 'open' },
];

const wordsOf = (question: UserQuestion) => trainingWords(question).join(' · ');
const paramsOf = ({ entrenamiento, sin_entrenar, nota }: Partial<UsersView>) => ({ entrenamiento, sin_entrenar, nota });

type Props = { view: UsersView; onFilter: (changes: Partial<UsersView>) => void };

/** Filter of what clients train; a choice is named by its words, so that one of a link or of a saved filter is shown too. */
export function TrainingFilter({ view, onFilter }: Props) {
  const questions = serverOffers('workouts') ? withWorkouts : withoutWorkouts;
  const current = wordsOf(questionOf(view));
  const known = questions.map(wordsOf);
  const shown = current === '' || known.includes(current) ? known : [...known, current];
  return (
    <FilterSelect
      label="Entrenamiento"
      isWide
      value={current || ALL_VALUE}
      options={[allOption('Todos'), ...shown.map((words) => ({ value: words, label: words }))]}
      onChange={(words) => onFilter(paramsOf(viewOf(questions[known.indexOf(words)] ?? {})))}
    />
  );
}
