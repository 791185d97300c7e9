import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FailedPage } from '../pages/failed-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';

/** Outside of the shell, which has the landmarks otherwise. */
const Lost = () => (
  <main>
    <NotFoundPage />
  </main>
);

export const root = createRootRoute({ component: Outlet, notFoundComponent: Lost, errorComponent: FailedPage });
