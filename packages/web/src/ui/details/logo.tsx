import { imageInSize } from '@pulso/contract/kit/images';

/** Logo of the business, as it was drawn; nothing without one. */
export function Logo({ src, className }: { src: string | null | undefined; className: string }) {
  return src && <img src={imageInSize(src, 'card')} alt="" className={`object-contain ${className}`} />;
}
