import { paymentTypeLabel, paymentTypes } from '@pulso/contract/billing/payments.labels';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { usePackagesOnSale } from '#features/content/packages/packages-on-sale';
import { PickField } from '#forms/pick-field';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';

const typeOptions = paymentTypes.map((value) => ({ value, label: paymentTypeLabel(value) }));

/** Products and other things are sold without naming one of the catalogue. */
export const GENERAL_ITEM_ID = 0;

/** The lists of the catalogue that something is sold from, by type. */
export const useSaleOptions = () => ({ subscription: usePlansOnSale(), package: usePackagesOnSale() });
type SaleOptions = ReturnType<typeof useSaleOptions>;

const optionsForType = (offers: SaleOptions, type: unknown) =>
  type === 'subscription' || type === 'package' ? offers[type] : undefined;

/** `without`: a type that is sold elsewhere. */
type Options = { label: string; byDefault: string; without?: string };

/** Type and item of a sale, with the price of the item; `of` identifies it. */
export function useItemFields(offers: SaleOptions, { label, byDefault, without }: Options) {
  const type = String(useFieldValue('type', byDefault));
  const itemId = useFieldValue('item_id');
  const offer = optionsForType(offers, type);
  return {
    type,
    price: offer?.list.rows.find(({ id }) => id === Number(itemId))?.price,
    of: itemId && `${type} ${itemId}`,
    fields: (
      <>
        <SelectField
          name="type"
          label={label}
          options={typeOptions.filter(({ value }) => value !== without)}
          byDefault={type}
        />
        <PickField name="item_id" label={paymentTypeLabel(type)} offer={offer} of={type} />
      </>
    ),
  };
}
