import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { WelcomePage } from './welcome-page';
import './theme.css';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <WelcomePage />
    </StrictMode>,
  );
