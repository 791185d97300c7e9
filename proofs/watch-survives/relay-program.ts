import { startRelay } from '@wheelhouse/testkit';

/** Carries between each two places of its arguments, in whatever network it was started in, and says so. */

const places = process.argv.slice(2);
while (places.length > 0) {
  const [from = '', to = ''] = places.splice(0, 2);
  await startRelay(to, from);
}
console.log('carrying');
