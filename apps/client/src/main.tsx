import { createRoot } from 'react-dom/client';
import { App, startApp } from '#app/app';
import '@pulso/web/theme.css';
import './app/client.css';

startApp();
createRoot(document.getElementById('root') ?? document.body).render(<App />);
