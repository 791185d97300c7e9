import { createContext, useContext } from 'react';
import type { App } from '../../api/apps.ts';

/** The app of the page. */
export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('This part stands outside of the page of an app');
  return app;
}
