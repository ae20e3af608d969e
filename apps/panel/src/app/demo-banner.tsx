import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { IconButton } from '@pulso/web/ui/controls/button';
import { addresses } from '#addresses';
import { removeExtra } from '#api/change-extras';

/** Line on every screen saying that the data are invented; can be hidden until the next login. */
export function DemoBanner() {
  const [isAway, setAway] = useState(false);
  if (isAway) return null;
  const putAway = () => {
    removeExtra('demo');
    setAway(true);
  };
  return (
    <div className="flex h-11 items-center gap-x-2 border-b border-line bg-sunken pr-1 pl-4 text-xs sm:h-10 sm:px-6 sm:text-sm print:hidden">
      <p className="text-muted max-sm:hidden">Estás viendo un negocio de demostración</p>
      <p className="text-muted sm:hidden">Negocio de demostración</p>
      <Link
        to={addresses.ownBusiness}
        className="inline-flex h-11 items-center font-semibold text-accent underline-offset-4 hover:underline sm:h-10"
      >
        Empezar con mi negocio
      </Link>
      <IconButton
        label="Ocultar por ahora"
        className="ml-auto"
        icon={<X aria-hidden className="size-4" />}
        onClick={putAway}
      />
    </div>
  );
}
