import { createRoot } from 'react-dom/client';
import { App, startApp } from '#app/app';
import './app/client.css';

startApp();
createRoot(document.getElementById('root') ?? document.body).render(<App />);
