import { expect, test } from 'vitest';
import { commandsIn, shows, toldCommands, untrue } from './guide.ts';
import { onScreen } from './terminal.ts';

const block = (text: string) => commandsIn('a.md', `\`\`\`console\n${text}\n\`\`\`\n`);

test('the guides tell commands, the same kind in both', () => {
  const files = new Set(toldCommands().map(({ file }) => file));
  expect([...files]).toEqual(['README.md', 'docs/guides/first-ten-minutes.md']);
});

test('commands are split where a person could type them one by one', () => {
  expect(block('$ a && b\nout\n$ c')).toEqual([
    { file: 'a.md', line: 'a', shown: [] },
    { file: 'a.md', line: 'b', shown: ['out'] },
    { file: 'a.md', line: 'c', shown: [] },
  ]);
});

test('what is shown must come out, in that order; … stands for anything', () => {
  expect(shows('x\n  one 1\ny\ntwo\n', ['  one …', '…', 'two'])).toBe(true);
  expect(shows('two\n  one 1\n', ['  one …', 'two'])).toBe(false);
  expect(shows('one 1\n', ['  one …'])).toBe(false);
  expect(shows('a.b\n', ['a?b'])).toBe(false);
});

test('a command that nobody ran is found, and so is an answer that never came', () => {
  const told = block('$ ./dev/bootstrap\n$ go\n100\n$ stay');
  const found = untrue(told, [{ line: 'go', output: '99\n' }]);
  expect(found).toEqual(['a.md: go does not show: 100', 'a.md: nobody ran: stay']);
  const both = [
    { line: 'go', output: '99\n' },
    { line: 'go', output: '100\n' },
    { line: 'stay', output: '' },
  ];
  expect(untrue(told, both)).toEqual([]);
  expect(untrue(told, both.slice(1, 2), ['stay'])).toEqual([]);
});

test('what npm wipes from the line again is not on the screen', () => {
  expect(onScreen('⠙\u001B[1G\u001B[0K\u001B[32mhealthScore 100\u001B[39m\r\n⠹\u001B[1G\u001B[0K')).toBe(
    'healthScore 100\n',
  );
});
