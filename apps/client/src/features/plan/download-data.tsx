import type { OwnDataBody } from '@pulso/contract/desk/own-data';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { call } from '#http/call';

/** 'Descargar mis datos': one file with everything that the business has of the person. */
export function DownloadData() {
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const ask = async () => {
    setBusy(true);
    setReason(undefined);
    try {
      const { url } = (await call('POST', 'my/export')).data as OwnDataBody;
      // The server names the file; the address is of this server, so the page stays.
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    } catch (failed) {
      setReason(reasonOf(failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button disabled={busy} icon={<Download aria-hidden className="size-5" />} onClick={() => void ask()}>
        Descargar mis datos
      </Button>
      {reason && (
        <ErrorBox>
          <p>Error al descargar tus datos. Por favor intenta de nuevo.</p>
          <p>{reason}</p>
        </ErrorBox>
      )}
    </>
  );
}
