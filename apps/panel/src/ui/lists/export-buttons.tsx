import type { CsvFormat } from '@pulso/contract/kit/csv';
import { ChevronDown, Download, FileSpreadsheet, FileText } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button, IconButton } from '@pulso/web/ui/controls/button';

// Loaded when it is opened.
const RowMenu = lazy(async () => ({ default: (await import('#ui/lists/row-menu')).RowMenu }));

type Props = {
  onExport: (format: CsvFormat) => void;
  /** True if there is nothing to choose. */
  isStandard: boolean;
  busy?: boolean;
  disabled: boolean;
};

/** Exports for Excel; the other form is in a menu beside it. */
export function ExportButtons({ onExport, isStandard, busy, disabled }: Props) {
  const [open, setOpen] = useState(false);
  const arrow = useRef<HTMLButtonElement>(null);
  return (
    <span className="inline-flex">
      <Button
        icon={<Download aria-hidden className="size-4" />}
        busy={busy}
        disabled={disabled}
        className={isStandard ? '' : 'rounded-r-none'}
        onClick={() => onExport(isStandard ? 'standard' : 'excel')}
      >
        Exportar
      </Button>
      {!isStandard && (
        <IconButton
          ref={arrow}
          label="Formato del archivo"
          aria-haspopup="menu"
          aria-expanded={open}
          disabled={disabled}
          className="rounded-l-none border border-l-0 border-line bg-surface"
          icon={<ChevronDown aria-hidden className="size-4" />}
          onClick={() => setOpen(true)}
        />
      )}
      {open && (
        <Suspense>
          <RowMenu
            anchor={arrow}
            name="Exportar"
            onClose={() => setOpen(false)}
            actions={[
              { label: 'Para Excel', icon: FileSpreadsheet, onPress: () => onExport('excel') },
              { label: 'Estándar (comas)', icon: FileText, onPress: () => onExport('standard') },
            ]}
          />
        </Suspense>
      )}
    </span>
  );
}
