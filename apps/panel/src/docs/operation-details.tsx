import { typeName, type Operation, type Schema } from './openapi';

type Props = { path: string; verb: string; operation: Operation };

export function OperationDetails({ path, verb, operation }: Props) {
  const { summary, description, security, parameters, requestBody, responses } = operation;
  const [format, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return (
    <details>
      <summary>
        <span className="verb">{verb.toUpperCase()}</span>
        <code>{path}</code>
        <span>{summary}</span>
        {security && <span className="tag">pública</span>}
      </summary>
      <div className="body">
        {description && <p>{description}</p>}
        {query.length > 0 && (
          <Fields title="Consulta" schema={{ properties: Object.fromEntries(query.map((p) => [p.name, p.schema])) }} />
        )}
        {body && <Fields title={`Cuerpo (${format})`} schema={body.schema} />}
        {Object.entries(responses).map(([status, { description: meaning, content }]) => {
          const schema = status.startsWith('2') ? content?.['application/json']?.schema.properties?.data : undefined;
          const shownSchema = schema?.items ?? schema;
          return shownSchema?.properties ? (
            <Fields key={status} title={`${status} · data: ${typeName(schema ?? {})}`} schema={shownSchema} />
          ) : (
            <h3 key={status}>
              {status} · {meaning}
            </h3>
          );
        })}
      </div>
    </details>
  );
}

function Fields({ title, schema }: { title: string; schema: Schema }) {
  return (
    <>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Campo</th>
            <th scope="col">Tipo</th>
            <th scope="col">Obligatorio</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(schema.properties ?? {}).map(([name, field]) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{typeName(field)}</td>
              <td>{schema.required?.includes(name) ? 'Sí' : 'No'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
