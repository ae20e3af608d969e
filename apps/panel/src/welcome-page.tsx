import { useEffect, useState } from 'react';
import { apiAddress } from './api-address';

const states = {
  asking: 'Consultando el estado del sistema…',
  online: 'Sistema en línea',
  offline: 'El sistema no responde. Por favor, inténtalo más tarde.',
};

export function WelcomePage() {
  const [state, setState] = useState<keyof typeof states>('asking');
  useEffect(() => {
    fetch(`${apiAddress()}/health`).then(
      ({ ok }) => setState(ok ? 'online' : 'offline'),
      () => setState('offline'),
    );
  }, []);
  return (
    <main>
      <h1>Pulso</h1>
      <p>Administración de tu negocio de entrenamiento.</p>
      <p role="status">{states[state]}</p>
      <a href="/api/docs">Documentación de la API</a>
    </main>
  );
}
