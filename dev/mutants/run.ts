import { join, resolve } from 'node:path';
import { homeDir } from '../engines/runtime/home.ts';
import { copyOf } from './copy.ts';
import { judge } from './judge.ts';
import { mutants } from './mutants.ts';

const usage = `npm run mutants [NAME …]   puts faults into a copy of the checkout; each must be caught

${mutants.map(({ name }) => name).join('\n')}`;

const names = process.argv.slice(2);
const chosen = names.length === 0 ? mutants : mutants.filter(({ name }) => names.includes(name));
if (chosen.length < names.length) {
  console.error(usage);
  process.exit(64);
}
const copy = await copyOf(resolve(import.meta.dirname, '../..'));
try {
  const { CI: _, ...own } = process.env;
  const environment = {
    ...own,
    ENGINES_HOME: homeDir(),
    // What a faulty product answers is not what the product answers.
    ANSWERS_LOG: join(copy.dir, 'answers.log'),
  };
  const areCaught = await judge(chosen, { dir: copy.dir, environment, say: (line) => console.log(line) });
  process.exitCode = areCaught ? 0 : 1;
} finally {
  await copy.remove();
}
