import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DocsPage } from './docs-page';
import './docs.css';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <DocsPage />
    </StrictMode>,
  );
