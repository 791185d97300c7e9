import { defineEdge } from '@wheelhouse/kit';
import { gatewaySettings } from './config.ts';
import { openGateway } from './open.ts';

/** The one door: every request of a caller is read, known, counted and allowed here before a module sees it. */
export const gateway = defineEdge({
  name: 'gateway',
  port: 8080,
  settings: gatewaySettings,
  open: openGateway,
});
