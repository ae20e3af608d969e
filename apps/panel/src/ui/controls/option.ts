/** An option to choose: the value that is sent, and its texts. */
export type Option<Value extends string | number = string | number> = {
  value: Value;
  label: string;
  /** Text that distinguishes options of the same name. */
  note?: string;
  /** Further text that finds it. */
  words?: string;
  /** Text at the other end of the line, such as a price. */
  aside?: string;
};
