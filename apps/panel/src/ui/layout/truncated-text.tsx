/** A text on one line; if it is cut, the tooltip shows it whole. */
export function TruncatedText({ text }: { text: string }) {
  return (
    <span title={text} className="block truncate print:whitespace-normal">
      {text}
    </span>
  );
}
