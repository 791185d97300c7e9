#!/usr/local/bin/node
import { isForServer } from '../packages/cli/src/server-commands.ts';

/** The image's one program: what an operator does is done here, in this process; all else is the command line's. */
const isServers = isForServer(process.argv.slice(2));
await (isServers ? import('../apps/server/src/main.ts') : import('../packages/cli/src/main.ts'));
