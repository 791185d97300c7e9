import { parentPort } from 'node:worker_threads';
import plugin from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/** The API browser's program comes inside a Fastify plugin: it is taken from a server that never listens. */
const app = fastify();
await app.register(plugin, { routePrefix: '/', configuration: { sources: [] } });
const { statusCode, rawPayload } = await app.inject('/js/scalar.js');
if (statusCode !== 200) throw new Error(`the script of the API browser could not be loaded: ${statusCode}`);
parentPort?.postMessage(rawPayload, []);
