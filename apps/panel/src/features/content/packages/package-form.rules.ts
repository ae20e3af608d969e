import { packageCreate } from '@pulso/contract/content/packages';
import { createSchemaCheck } from '#forms/schema-check';

const check = createSchemaCheck(packageCreate);

/** A price of 0 means a free package to a server that knows them. */
export const createPackageCheck = (canBeFree: boolean) => (fields: Record<string, unknown>) =>
  check(canBeFree && fields.amount === 0 ? { ...fields, free: true } : fields);
