import { IMAGE_SIZES, imageInSize, type ImageSize } from '@pulso/contract/kit/images';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';

type Props = { src: string | null | undefined; size: ImageSize; className?: string };

// Old or foreign rows may hold anything; only addresses that a browser can show safely become an image.
const isShowable = (src: string) => /^(https?:\/\/|\/|blob:)/.test(src);

/** A decorative image in a box of fixed shape; a placeholder if there is none or it does not load. */
export function Picture({ src, size, className = '' }: Props) {
  const [broken, setBroken] = useState<string>();
  const shownSrc = src && isShowable(src) && broken !== src ? src : undefined;
  const side = IMAGE_SIZES.find((one) => one.size === size)?.width;
  return (
    <div className={`flex items-center justify-center overflow-hidden bg-sunken text-muted ${className}`}>
      {shownSrc ? (
        <img
          src={imageInSize(shownSrc, size)}
          alt=""
          width={side}
          height={side}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(shownSrc)}
        />
      ) : (
        <ImageOff aria-hidden data-placeholder className="size-1/4 max-h-10 min-h-5" strokeWidth={1.5} />
      )}
    </div>
  );
}
