import type { OwnDataBody } from '@pulso/contract/desk/own-data';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { CallFailure, reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { call } from '#http/call';

/** 'Descargar mis datos': one file with everything that the business has of the person. */
export function DownloadData() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<{ reason: string; isEarly: boolean }>();
  const ask = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { url } = (await call('POST', 'my/export')).data as OwnDataBody;
      // The server names the file; the address is of this server, so the page stays.
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    } catch (failed) {
      // Asked again within the hour: nothing failed, and trying again is no help.
      setError({ reason: reasonOf(failed), isEarly: failed instanceof CallFailure && failed.status === 429 });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button disabled={busy} icon={<Download aria-hidden className="size-5" />} onClick={() => void ask()}>
        Descargar mis datos
      </Button>
      {error && (
        <ErrorBox>
          {!error.isEarly && <p>Error al descargar tus datos. Por favor intenta de nuevo.</p>}
          <p>{error.reason}</p>
        </ErrorBox>
      )}
    </>
  );
}
