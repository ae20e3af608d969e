import { addresses, filteredAddress, type Address, type ScreenAddress } from '#addresses';

/** A screen that reads further parameters here; the panel's first visit does not load them with its addresses. */
const reading = <Parameter extends string>(address: Address) => address as ScreenAddress<Parameter>;

/** The form of a training, for a copy that will be one client's alone. */
export const personalTrainingAddress = (id: number, personal: { cliente: string; curso: string }) =>
  filteredAddress(reading<'cliente' | 'curso'>(addresses.trainings.edit(id)), personal);

/** A client's detail with the tab of what he follows open. */
export const coursesAddress = (userId: number) =>
  filteredAddress(reading<'pestana'>(addresses.users.detail(userId)), { pestana: 'entrenamiento' });
