/** One thing to choose: what is sent, and what a person sees of it. */
export type Option<Value extends string | number = string | number> = {
  value: Value;
  label: string;
  /** What tells two of the same name apart. */
  note?: string;
  /** Stands at the other end of the line: a price. */
  aside?: string;
};
