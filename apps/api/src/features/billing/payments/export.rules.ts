import type { LedgerRow } from '@pulso/contract/billing/ledger';
import type { LedgerFilter } from '@pulso/contract/billing/payments';
import {
  ledgerKindLabel,
  ledgerStatusLabel,
  paymentMethodLabel,
  paymentTypeLabel,
} from '@pulso/contract/billing/payments.labels';
import { csvFile, csvLine, type CsvFormat } from '@pulso/contract/kit/csv';
import { formatDate } from '@pulso/contract/kit/dates';

const CSV_HEADER = [
  'N.º',
  'Fecha',
  'Cliente',
  'Concepto',
  'Categoría',
  'Tipo',
  'Clase',
  'Método',
  'Estado',
  'Registró',
  'ID de transacción',
  'Monto',
  'Comisión de Mercado Pago',
  'Neto',
];

const cellsOf = (row: LedgerRow) => [
  row.id,
  formatDate(row.day),
  row.user?.name,
  row.concept,
  row.category,
  paymentTypeLabel(row.type),
  ledgerKindLabel(row.kind, row.is_part),
  paymentMethodLabel(row.payment_method),
  ledgerStatusLabel(row),
  row.recorded_by?.name,
  row.transaction_id,
  row.amount,
  row.fee,
  row.net,
];

export const ledgerFileName = ({ from, to }: LedgerFilter) => `${['pagos', from, to].filter(Boolean).join('_')}.csv`;

/** A file as the users' one, batch by batch. */
export async function* ledgerCsv(
  batches: AsyncIterable<LedgerRow[]>,
  format: CsvFormat = 'excel',
): AsyncGenerator<string> {
  yield csvFile([csvLine(CSV_HEADER, format)]);
  for await (const rows of batches) yield rows.map((row) => `${csvLine(cellsOf(row), format)}\r\n`).join('');
}
