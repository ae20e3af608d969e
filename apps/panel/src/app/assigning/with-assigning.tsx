import { lazy, Suspense, useState, type ComponentType } from 'react';
import { mayVisit, serverOffers } from '#api/session';
import { AssigningContext, type Assignable } from '#screens/assigning';

const AssignDialog = lazy(async () => ({
  default: (await import('#features/coaching/courses/assign-dialog')).AssignDialog,
}));

/** A screen of content with the dialog 'Asignar', where the server has it. */
export function withAssigning(Screen: ComponentType): ComponentType {
  return function AssigningScreen() {
    const [thing, setThing] = useState<Assignable>();
    const isOffered = serverOffers('coaching') && mayVisit('coaching');
    return (
      <AssigningContext value={isOffered ? setThing : undefined}>
        <Screen />
        {thing && (
          <Suspense>
            <AssignDialog kind={thing.kind} thing={thing} onClose={() => setThing(undefined)} />
          </Suspense>
        )}
      </AssigningContext>
    );
  };
}
