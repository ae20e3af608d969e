import { addresses, type Address, type EntityAddresses } from '#addresses';

/** Entities with a detail screen, by the path of their calls. */
const places: Record<string, EntityAddresses> = {
  '/user': addresses.users,
  '/exercise': addresses.exercises,
  '/diet': addresses.diets,
  '/training': addresses.trainings,
  '/package': addresses.packages,
};

/** Address of the detail screen. */
export const detailOf = (path: string, id: number): Address | undefined => places[path]?.detail(id);
/** Address of the edit form. */
export const editOf = (path: string, id: number): Address | undefined => places[path]?.edit(id);
