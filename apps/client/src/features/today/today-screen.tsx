import { useAnswer, refresh } from '#http/answers';
import { EmptyState, FailureState } from '@pulso/web/ui/feedback/states';
import { reasonOf } from '@pulso/web/answers';
import { useTitle } from '@pulso/web/ui/hooks/use-title';

export function TodayScreen() {
  useTitle('Hoy');
  const { data, error } = useAnswer<{ courses: unknown[] }>('my/today');
  if (!data && error)
    return (
      <FailureState
        message="Error al cargar tu día"
        reason={reasonOf(error)}
        onRetry={() => void refresh('my/today')}
      />
    );
  if (!data) return null;
  return <EmptyState title="Todavía no tienes un entrenamiento." text="Cuando te asignen uno, aparece aquí." />;
}
