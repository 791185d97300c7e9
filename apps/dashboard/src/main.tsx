import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import './design/tokens.css';
import './design/base.css';
import { router } from './routes/router.tsx';

const place = document.querySelector('#app');
if (place === null) throw new Error('index.html has no place for the app');

createRoot(place).render(
  <StrictMode>
    {/* The page's policy allows no style elements; the few that a component would add come from our style sheets. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
