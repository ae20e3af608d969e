import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createQueryClient } from '#api/query';
import { createRouter } from '#app/routes';
import { applyTheme, readTheme } from '#app/theme';
import { Toasts } from '#ui/toasts';
import './theme.css';

// Read by zod when a screen first brings it along: compiling schemas needs eval, which the policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

applyTheme(readTheme());

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* The policy allows no style elements; ours are in the style sheet. */}
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={createQueryClient()}>
          <RouterProvider router={createRouter()} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
