export { modules } from './modules.ts';
