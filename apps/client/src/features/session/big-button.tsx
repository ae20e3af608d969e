import type { ComponentProps } from 'react';

const lookClasses = {
  primary: 'border-accent bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'border-line-strong bg-surface text-text hover:bg-sunken',
};

type Props = ComponentProps<'button'> & { look?: keyof typeof lookClasses };

/** A button that is found without looking. */
export function BigButton({ look = 'plain', className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-2 rounded-card border px-4 py-4 text-xl font-bold transition-colors disabled:opacity-60 ${lookClasses[look]} ${className}`}
      {...rest}
    />
  );
}
