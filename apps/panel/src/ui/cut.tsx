/** A text on one line; what is cut of it is whole in its title. */
export function Cut({ text }: { text: string }) {
  return (
    <span title={text} className="block truncate print:whitespace-normal">
      {text}
    </span>
  );
}
