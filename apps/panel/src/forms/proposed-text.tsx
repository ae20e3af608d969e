import { useContext, useEffect, useRef } from 'react';
import { FormState } from '#forms/form';
import { typeText } from '#forms/typed-field';
import { useFormValue } from '#forms/use-field-value';

type Props = { name: string; from: (fields: Record<string, unknown>) => string };

/** Fills a field with a text that follows the other fields, until somebody types another one there. */
export function ProposedText({ name, from }: Props) {
  const { form } = useContext(FormState);
  const proposal = useFormValue(from);
  const last = useRef('');
  useEffect(() => {
    const control = form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!control || control.value === proposal || ![last.current, ''].includes(control.value)) return;
    last.current = proposal;
    typeText(control, proposal);
  }, [form, name, proposal]);
  return null;
}
