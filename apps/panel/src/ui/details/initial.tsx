type Props = { name: string; className: string };

/** The first letter of a name in the place of a face. Rendered by the style sheet, because it is not part of the name. */
export const Initial = ({ name, className }: Props) => (
  <span
    aria-hidden
    data-initial={[...name][0]?.toLocaleUpperCase('es-AR')}
    className={`shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent before:content-[attr(data-initial)] ${className}`}
  />
);
