import { isUniqueError } from '#db/connection/errors';
import type { Store } from '#db/stores/store';
import { Refusal } from '#db/writes/refusal';

/** A store whose rows have names of their own, which a unique index keeps apart; a taken one is refused in these words. */
export function withUniqueName<Row, Create, Patch>(
  store: Store<Row, Create, Patch>,
  taken: string,
): Store<Row, Create, Patch> {
  const refuse =
    (reason: Refusal) =>
    (error: unknown): never => {
      throw isUniqueError(error) ? reason : error;
    };
  const refuseName = refuse(new Refusal({ name: taken }));
  return {
    ...store,
    create: (write, values) => store.create(write, values).catch(refuseName),
    change: (write, id, values, version) => store.change(write, id, values, version).catch(refuseName),
    // No form is open whose field could say so.
    restore: (write, id) => store.restore(write, id).catch(refuse(new Refusal(taken))),
  };
}
