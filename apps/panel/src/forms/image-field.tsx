import { ImagePlus, Trash2, Undo2, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react';
import { IconButton } from '@pulso/web/ui/controls/button';
import { Picture } from '@pulso/web/ui/details/picture';
import { imageAddress } from '#api/address';
import { serverOffers } from '#api/session';
import { useUploadProgress } from '#api/upload';
import { FieldFrame } from '#forms/fields';
import { useField, type Check } from '#forms/form';
import { Bar } from '#ui/feedback/bar';

const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

/** Reason why a file cannot be uploaded. */
function refusalReason(file: File, notImage: string): string | undefined {
  if (!file.type.startsWith('image/') || file.type === 'image/svg+xml') return notImage;
  if (file.size > MAX_IMAGE_BYTES) return 'La imagen no puede pesar más de 8 MB';
  return undefined;
}

/** Adds an error if no file was chosen. */
export function withRequiredImage<T>(check: Check<T>, name: string, required: string): Check<T> {
  return async (fields, files) => {
    const checked = await check(fields, files);
    if (files[name]) return checked;
    return { errors: { ...('errors' in checked && checked.errors), [name]: required } };
  };
}

type Props = {
  name: string;
  /** The form value that holds the address of the stored image, if there may be one. */
  column?: string;
  label: string;
  required?: boolean;
  /** True if an image is mandatory: it can be replaced, not removed. */
  irremovable?: boolean;
  /** Image that is sent if none is chosen; `text` says which. */
  fallback?: { url: string; text: string };
  /** Message for a file that is not an image. */
  notImage?: string;
};

const REMOVAL_FIELD = 'remove_image';
const NOT_IMAGE_MESSAGE = 'El archivo no es una imagen JPEG, PNG, WebP, GIF o AVIF';

/** Image chosen by picking, dropping or pasting; the chosen or the stored one is shown at once. */
export function ImageField({
  name,
  column = '',
  label,
  required,
  irremovable,
  fallback,
  notImage = NOT_IMAGE_MESSAGE,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { error, clear, busy } = useField(name);
  const { initial } = useField(column);
  const removal = useField(REMOVAL_FIELD);
  const [isRemoved, setRemoved] = useState(removal.initial !== undefined);
  const storedUrl = typeof initial === 'string' && initial !== '' ? initial : undefined;
  const stored = isRemoved ? undefined : storedUrl;
  const [preview, setPreview] = useState<string>();
  const [refused, setRefused] = useState<string>();

  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (!file || !input.current) return;
    const reason = refusalReason(file, notImage);
    const transfer = new DataTransfer();
    if (!reason) transfer.items.add(file);
    input.current.files = transfer.files;
    // A refused file blocks the form until another is chosen or it is removed.
    input.current.setCustomValidity(reason ?? '');
    setRefused(reason);
    setPreview(reason ? undefined : URL.createObjectURL(file));
    clear();
  };
  // Set as if picked, so that the form notices the change.
  const offer = (files: FileList) => {
    if (files.length === 0 || !input.current) return;
    input.current.files = files;
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    offer(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => offer(event.clipboardData.files);
  const forget = () => {
    if (input.current) input.current.value = '';
    input.current?.setCustomValidity('');
    clear();
    setPreview(undefined);
    setRefused(undefined);
  };

  const toggleRemoved = () => {
    setRemoved(!isRemoved);
    removal.changed();
  };
  const isFallbackUsed = fallback !== undefined && preview === undefined && stored === undefined;
  const shown = stored ?? (isFallbackUsed ? fallback.url : undefined);
  const problem = refused ?? (isFallbackUsed ? undefined : error);
  const isChosen = preview !== undefined || refused !== undefined;
  const isRemovable = storedUrl !== undefined && !irremovable && !isChosen && serverOffers('image-removal');

  return (
    <FieldFrame
      id={id}
      label={label}
      required={required && !fallback}
      hint={isFallbackUsed ? fallback.text : 'Arrastra, pega o elige una imagen de hasta 8 MB.'}
      error={problem}
    >
      <div
        className="flex items-center gap-4 max-[22rem]:flex-wrap"
        onDrop={drop}
        onDragOver={(event) => event.preventDefault()}
        onPaste={paste}
      >
        <Picture
          src={preview ?? imageAddress(shown)}
          size="card"
          className="size-24 shrink-0 rounded-control border border-line"
        />
        <div className="relative flex min-h-24 flex-1 items-center justify-center gap-2 rounded-control border border-dashed border-line-strong px-3 text-sm text-muted focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-text">
          <ImagePlus aria-hidden className="size-5" />
          <span>{(preview ?? shown) ? 'Cambiar imagen' : 'Elegir imagen'}</span>
          <input
            ref={input}
            id={id}
            name={name}
            type="file"
            accept="image/*"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : `${id}-hint`}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => take(event.target.files)}
          />
        </div>
        {isRemovable && (
          <IconButton
            label={isRemoved ? 'Conservar la imagen' : 'Quitar la imagen'}
            icon={isRemoved ? <Undo2 aria-hidden className="size-5" /> : <Trash2 aria-hidden className="size-5" />}
            onClick={toggleRemoved}
          />
        )}
        {/* A new image replaces the stored one anyway. */}
        {isRemoved && !isChosen && <input type="hidden" name={REMOVAL_FIELD} value="true" data-removes={name} />}
        {isChosen && (
          <IconButton label="Quitar la imagen elegida" icon={<X aria-hidden className="size-5" />} onClick={forget} />
        )}
      </div>
      {busy && preview && <UploadProgress />}
    </FieldFrame>
  );
}

/** Upload progress of the chosen image, if it takes long enough to be seen. */
function UploadProgress() {
  const progress = useUploadProgress();
  if (progress === undefined) return null;
  const percent = Math.round(progress * 100);
  return (
    <div
      role="progressbar"
      aria-label="Subiendo la imagen"
      aria-valuenow={percent}
      className="mt-2 flex items-center gap-3 text-xs text-muted tabular-nums transition-opacity delay-300 starting:opacity-0"
    >
      <div className="flex-1">
        <Bar percent={percent} tone="accent" />
      </div>
      {percent}%
    </div>
  );
}
