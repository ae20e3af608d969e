import { pageSetting } from '#api/page-setting';

/**
 * The places where the letter of the specification would hurt its user. A server started with VITE_STRICT_SPEC=1
 * gives the letter; the default gives the better behaviour. Nothing else in the panel asks.
 */
const isStrict = pageSetting('pulso-strict-spec') === '1';

/** True if failures that the specification only logs are not shown to the person. */
export const FAILURES_ARE_SILENT = isStrict;
/** True if a rejected login leaves its token behind. */
export const REJECTED_TOKEN_STAYS = isStrict;
/** True if the dashboard's levels are thirds even if the real counts are known. */
export const LEVELS_ARE_THIRDS = isStrict;
/** True if a search that finds nothing shows nothing similar. */
export const SEARCHES_ARE_EXACT = isStrict;
/** True if files are written for programs that read RFC 4180, and for no Excel. */
export const FILES_ARE_STANDARD = isStrict;
/** True if a phone field takes nothing but digits. */
export const PHONES_ARE_DIGITS = isStrict;
/** True if the keys of a list work only while the focus is in it. */
export const LIST_KEYS_NEED_FOCUS = isStrict;
/** True if every chat is opened as the link that the specification names, in a tab of its own. */
export const CHATS_ARE_LINKS = isStrict;
/** True if a state has the words that the specification gives it on each screen, instead of one word everywhere. */
export const STATES_VARY_BY_SCREEN = isStrict;
/** True if a user name is labelled as an e-mail address even if it is none. */
export const USERNAME_IS_EMAIL = isStrict;
/** True if a saved user leads to the list, wherever the form was opened. */
export const SAVED_USER_LEADS_TO_LIST = isStrict;
/** True if a form leaves what is compulsory to the person, and proposes nothing. */
export const FORMS_PROPOSE_NOTHING = isStrict;
/** True if the duration of a package that has no name reads '1 mes(es)'. */
export const MONTHS_ARE_BRACKETED = isStrict;
/** True if an unknown address silently leads to the start screen. */
export const UNKNOWN_ADDRESS_IS_HOME = isStrict;
/** True if the plans on sale are called subscriptions, as the periods that clients have. */
export const PLANS_ARE_CALLED_SUBSCRIPTIONS = isStrict;
