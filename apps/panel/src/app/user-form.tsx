import { lazyOptional } from '@pulso/web/ui/hooks/lazy-optional';
import { serverOffers } from '#api/session';
import { UserFormScreen as Form, type LastWeightProps } from '#features/accounts/users/form/user-form-screen';

const LastWeight = lazyOptional<LastWeightProps>(
  async () => (await import('#features/coaching/measures/last-weight')).LastWeight,
);

/** The form of a user, with the weight that he noted last where the server has it. */
export function UserFormScreen() {
  return <Form LastWeight={serverOffers('workouts') ? LastWeight : undefined} />;
}
