import { FileUp } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { serverMessage } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import type { Import } from '@pulso/contract/desk/imports';
import { useUploadProgress } from '#api/upload';
import { useUpload } from '#features/desk/imports/imports-calls';
import { Bar } from '#ui/feedback/bar';

const MAX_BYTES = 8 * 1_048_576;
const TOO_LARGE = 'El archivo no puede pesar más de 8 MB';

/** A file that is chosen or dropped is rehearsed at once. */
export function DropZone({ onDone }: { onDone: (found: Import) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const { mutate, isPending, error } = useUpload(onDone);
  const sent = useUploadProgress();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file || isPending) return;
    setRefused(file.size > MAX_BYTES ? TOO_LARGE : undefined);
    if (file.size <= MAX_BYTES) mutate(file);
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const problem =
    refused ?? (error ? serverMessage(error, 'No se pudo leer el archivo. Por favor intenta de nuevo.') : undefined);
  return (
    <section aria-labelledby="importar" className="rounded-card border border-line bg-surface p-5">
      <h2 id="importar" className="text-base font-semibold">
        Importar clientes
      </h2>
      <p className="mt-1 text-sm text-muted">
        Sube tu planilla como está: se ensaya antes de guardar nada, y una semana después todavía se puede deshacer.
      </p>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`mt-4 flex flex-col items-center gap-3 rounded-control border border-dashed px-4 py-8 text-center transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      >
        <FileUp aria-hidden className="size-8 text-muted" />
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,.xlsx,text/csv"
          aria-label="Archivo de clientes"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => take(event.target.files)}
        />
        <Button look="primary" busy={isPending} disabled={isPending} onClick={() => input.current?.click()}>
          {isPending ? 'Leyendo el archivo…' : 'Elegir archivo'}
        </Button>
        <p className="text-sm text-muted">
          <span className="max-sm:hidden">O arrástralo hasta aquí. </span>CSV o Excel (.xlsx), hasta 8 MB y 20.000
          filas.
        </p>
        {isPending && (
          <div className="w-full max-w-80">
            <Bar percent={Math.round((sent ?? 1) * 100)} tone="accent" />
          </div>
        )}
      </div>
      {problem && (
        <div className="mt-3">
          <ErrorBox>{problem}</ErrorBox>
        </div>
      )}
    </section>
  );
}
