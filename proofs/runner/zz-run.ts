import { environmentOf } from '../../dev/engines/commands/env.ts';
import { emptyHome } from '../../dev/engines/runtime/empty-home.ts';
import { openHome } from '../../dev/engines/runtime/home.ts';
const home = await openHome();
Object.assign(process.env, await environmentOf(home), await emptyHome(home));
const { proof } = await import(`../${process.argv[2]}.ts`);
const t0 = performance.now();
try { console.log(await proof.run({ quick: true, say: (t: string) => console.log(((performance.now()-t0)/1000).toFixed(1), new Date().toISOString(), t) })); } catch (e) { console.log(e); }
console.log('closed', ((performance.now()-t0)/1000).toFixed(1));
process.exit();
