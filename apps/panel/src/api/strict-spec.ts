import { pageSetting } from '#api/page-setting';
import { serverHasNoExtras } from '#api/session';

/**
 * The places where the letter of the specification would hurt its user. A server started with VITE_STRICT_SPEC=1
 * gives the letter; the default gives the better behaviour. Nothing else in the panel asks.
 */
const isStrict = pageSetting('pulso-strict-spec') === '1';

// One value under several names costs the first load nothing.
export {
  /** True if failures that the specification only logs are not shown to the person. */
  isStrict as FAILURES_ARE_SILENT,
  /** True if a rejected login leaves its token behind. */
  isStrict as REJECTED_TOKEN_STAYS,
  /** True if the dashboard's levels are thirds even if the real counts are known. */
  isStrict as LEVELS_ARE_THIRDS,
  /** True if a search that finds nothing shows nothing similar. */
  isStrict as SEARCHES_ARE_EXACT,
  /** True if files are written for programs that read RFC 4180, and for no Excel. */
  isStrict as FILES_ARE_STANDARD,
  /** True if a phone field takes nothing but digits. */
  isStrict as PHONES_ARE_DIGITS,
  /** True if the keys of a list work only while the focus is in it. */
  isStrict as LIST_KEYS_NEED_FOCUS,
  /** True if every chat is opened as the link that the specification names, in a tab of its own. */
  isStrict as CHATS_ARE_LINKS,
  /** True if a user name is labelled as an e-mail address even if it is none. */
  isStrict as USERNAME_IS_EMAIL,
  /** True if a saved user leads to the list, wherever the form was opened. */
  isStrict as SAVED_USER_LEADS_TO_LIST,
  /** True if a form leaves what is compulsory to the person, and proposes nothing. */
  isStrict as FORMS_PROPOSE_NOTHING,
  /** True if a package cannot be free. */
  isStrict as PRICES_ARE_POSITIVE,
  /** True if the duration of a package that has no name reads '1 mes(es)'. */
  isStrict as MONTHS_ARE_BRACKETED,
  /** True if an unknown address silently leads to the start screen. */
  isStrict as UNKNOWN_ADDRESS_IS_HOME,
  /** True if a client's main action is the specified 'Registrar pago', and 'Cobrar' stands among the others. */
  isStrict as REGISTERING_COMES_FIRST,
  /** True if the plans on sale are called subscriptions, as the periods that clients have. */
  isStrict as PLANS_ARE_CALLED_SUBSCRIPTIONS,
};

/**
 * True if a state has the words that the specification gives it on each screen, instead of one word everywhere: a server
 * with the documents alone is held to their words too.
 */
export const statesVaryByScreen = () => (varyingStates ??= isStrict || serverHasNoExtras());
// Asked for every row; a login loads the page anew.
let varyingStates: boolean | undefined;
