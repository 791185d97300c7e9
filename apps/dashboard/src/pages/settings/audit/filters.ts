import { choice, only, period, text } from '../../../lists/filter.tsx';

export const filters = [
  text('q', 'Text'),
  text('action', 'Action', 'token.create'),
  choice('result', 'Result', ['done', 'refused']),
  period('created_after', 'created_before'),
  only('actor_id', (id) => `only by ${id.slice(-8)}`),
  only('object_id', (id) => `only about ${id.slice(-8)}`),
];
