import { useEffect, useState } from 'react';
import { apiAddress } from '#api/address';
import { LoginForm } from './login-form';
import type { ApiDescription } from './openapi';
import { OperationDetails } from './operation-details';

const readCookieToken = () => /(?:^|;\s*)token=([^;]+)/.exec(document.cookie)?.[1];

/** The readable page of /api/openapi.json, which only administrators may read: it is requested with their token. */
export function DocsPage() {
  const [token, setToken] = useState(readCookieToken);
  const [description, setDescription] = useState<ApiDescription>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    if (!token) return;
    fetch(`${apiAddress()}/openapi.json`, { headers: { Authorization: `Bearer ${token}` } }).then(
      async (answer) => {
        if (answer.ok) setDescription((await answer.json()) as ApiDescription);
        else if (answer.status === 401) setToken(undefined);
        else setFailure('No se pudo cargar la documentación.');
      },
      () => setFailure('No se pudo conectar con el servidor. Verifica tu conexión a internet.'),
    );
  }, [token]);

  return (
    <main>
      <h1>API de Pulso</h1>
      <p>OpenAPI 3.1, generada del contrato. Toda llamada lleva «Authorization: Bearer» salvo las públicas.</p>
      {failure && (
        <p role="alert" className="error">
          {failure}
        </p>
      )}
      {!token && <LoginForm onToken={setToken} />}
      {token && !description && !failure && <p aria-busy="true">Cargando…</p>}
      {description && <Operations description={description} />}
    </main>
  );
}

function Operations({ description }: { description: ApiDescription }) {
  const groups = new Map<string, [path: string, verb: string][]>();
  for (const [path, verbs] of Object.entries(description.paths))
    for (const verb of Object.keys(verbs)) {
      const group = path.split('/')[2] ?? path;
      groups.set(group, [...(groups.get(group) ?? []), [path, verb]]);
    }
  return [...groups].map(([group, operations]) => (
    <section key={group} aria-labelledby={group}>
      <h2 id={group}>{group}</h2>
      {operations.map(([path, verb]) => {
        const operation = description.paths[path]?.[verb];
        return operation && <OperationDetails key={path + verb} path={path} verb={verb} operation={operation} />;
      })}
    </section>
  ));
}
