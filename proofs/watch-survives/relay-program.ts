import { relay } from './relay.ts';

/** Carries between each two places of its arguments, in whatever network it was started in, and says so. */

const places = process.argv.slice(2);
while (places.length > 0) {
  const [from = '', to = ''] = places.splice(0, 2);
  await relay(from, to);
}
console.log('carrying');
