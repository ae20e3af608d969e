import { useCallback, useContext, useState, useSyncExternalStore } from 'react';
import { EDITED_EVENT, FormState, readControls } from '#forms/form';

/**
 * Reads the form's values, and renders again when the result (a text, a number or a flag) changes. Before the form is
 * mounted, they are its initial values.
 */
export function useFormValue<Value>(read: (fields: Record<string, unknown>) => Value): Value {
  const { form, values } = useContext(FormState);
  const subscribe = useCallback(
    (observer: () => void) => {
      form?.addEventListener(EDITED_EVENT, observer);
      return () => form?.removeEventListener(EDITED_EVENT, observer);
    },
    [form],
  );
  return useSyncExternalStore(subscribe, () => read(form ? readControls(form).fields : values));
}

type FieldValue = string | number | boolean | undefined;

/** The value of one field, not a list; the default while the form has no such control. */
export function useFieldValue(name: string, byDefault?: FieldValue): FieldValue {
  return useFormValue((fields) => (fields[name] as FieldValue | null) ?? byDefault);
}

/** State of a field that is cleared when `of`, the thing it belongs to, changes. */
export function useResettingState<Value>(of: unknown, first: Value | undefined) {
  const [state, setState] = useState({ of, value: first });
  const current = state.of === of ? state : { of, value: undefined };
  if (current !== state) setState(current);
  return [current.value, (value: Value) => setState({ of, value })] as const;
}
