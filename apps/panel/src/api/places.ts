import { addresses, type Address, type EntityAddresses } from '#addresses';

/** The entities with a screen for one of them, by the path of their calls. */
const places: Record<string, EntityAddresses> = {
  '/user': addresses.users,
  '/exercise': addresses.exercises,
  '/diet': addresses.diets,
  '/training': addresses.trainings,
  '/package': addresses.packages,
};

/** Where one of them is shown. */
export const detailOf = (path: string, id: number): Address | undefined => places[path]?.detail(id);
/** Where one of them is edited. */
export const editOf = (path: string, id: number): Address | undefined => places[path]?.edit(id);
