import { messageTemplates, type MessageTemplate } from '@pulso/contract/billing/collections';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { changesOf, recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import { tableStore, type Store } from '#db/stores/store';
import type { Write } from '#db/writes/write';

type Templates = Store<
  MessageTemplate,
  z.infer<typeof messageTemplates.create>,
  z.infer<typeof messageTemplates.patch>
>;

// The table's columns are the contract's fields.
const baseStore = tableStore('message_templates', Object.keys(messageTemplates.row.shape)) as unknown as Templates;

/** Locks the templates, so that of the last two deleted at once one stays. */
async function refuseLastTemplate({ db }: Write, id: number) {
  const { rows } = await sql<{ id: number }>`select id from message_templates order by id for update`.execute(db);
  if (rows.length === 1 && rows[0]?.id === id)
    throw new Refusal('No se puede eliminar la última plantilla. Crea otra antes.');
}

async function recordChange<Row extends MessageTemplate | undefined>(
  write: Write,
  action: string,
  row: Row,
  changes?: Record<string, [unknown, unknown]>,
): Promise<Row> {
  if (row) await recordEvent(write, { entity: 'template', entityId: row.id, action, changes });
  return row;
}

export const templateStore: Templates = {
  ...baseStore,
  create: async (write, values) => recordChange(write, 'create', await baseStore.create(write, values)),
  change: async (write, id, values, version) => {
    const before = await baseStore.find(write.db, id);
    const row = await baseStore.change(write, id, values, version);
    const changes = changesOf(before ?? {}, values);
    return Object.keys(changes).length > 0 ? recordChange(write, 'change', row, changes) : row;
  },
  remove: async (write, id) => {
    await refuseLastTemplate(write, id);
    return recordChange(write, 'delete', await baseStore.remove(write, id));
  },
  restore: async (write, id) => {
    const isRestored = await baseStore.restore(write, id);
    if (isRestored) await recordEvent(write, { entity: 'template', entityId: id, action: 'restore' });
    return isRestored;
  },
};
