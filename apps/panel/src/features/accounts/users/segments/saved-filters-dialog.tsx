import { segments, type Segment } from '@pulso/contract/accounts/segments';
import { SEGMENT_GONE } from '@pulso/contract/accounts/users.labels';
import { displayName } from '@pulso/contract/kit/labels';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { showFailureToast } from '#api/report-failure';
import { useRemove } from '#api/resources';
import { SaveFilterDialog } from '#features/accounts/users/segments/save-filter-dialog';
import { CatalogueRow, RowList } from '#screens/catalogue-row';

type Props = { saved: readonly Segment[]; onClose: () => void };

/** The saved filters, to rename and to delete. */
export function SavedFiltersDialog({ saved, onClose }: Props) {
  const [renamed, setRenamed] = useState<Segment>();
  const { remove, isRemoving } = useRemove<Segment>(segments, (error) =>
    showFailureToast('Error al eliminar el filtro guardado', error),
  );
  return (
    <>
      <Dialog
        open={!renamed}
        onClose={onClose}
        title="Filtros guardados"
        footer={<Button onClick={onClose}>Cerrar</Button>}
      >
        <div className="p-5">
          {saved.length === 0 ? (
            <p className="text-sm text-muted">No queda ninguno.</p>
          ) : (
            <RowList>
              {saved.map((segment) => (
                <CatalogueRow
                  key={segment.id}
                  title={displayName(segment.name)}
                  text={segment.gone && SEGMENT_GONE}
                  removing={isRemoving(segment.id)}
                  onEdit={() => setRenamed(segment)}
                  onDelete={() => remove(segment)}
                />
              ))}
            </RowList>
          )}
        </div>
      </Dialog>
      {renamed && <SaveFilterDialog segment={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
}
