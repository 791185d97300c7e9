import { expect, test } from 'vitest';
import { deedIn } from './deeds.ts';

const read = (line: string) => {
  const deed = deedIn(`812 1731675000.5 ${line}`);
  return deed && `${deed.kind} ${deed.what}`;
};

test('a program that is started is told, and a process; a thread is none', () => {
  expect(read('execve("/tmp/program", ["/tmp/program"], 0x7ffc /* 3 vars */) = 0')).toBe('program /tmp/program');
  expect(read('vfork( <unfinished ...>')).toBe('program vfork');
  expect(read('clone3({flags=CLONE_VM|CLONE_FS|CLONE_THREAD|CLONE_SYSVSEM}, 88) = 813')).toBeUndefined();
});

test('a file is told by its name, also while it is being opened; one that is open already is not told again', () => {
  expect(read('openat(AT_FDCWD, "/tmp/a \\"b\\"", O_RDONLY|O_CLOEXEC <unfinished ...>')).toBe('file /tmp/a \\"b\\"');
  expect(read('newfstatat(21</etc/hosts>, "", {st_mode=S_IFREG|0644}, AT_EMPTY_PATH) = 0')).toBeUndefined();
});

test('a connection is told by its address; questions of name resolution are none', () => {
  const four = '{sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("127.0.0.2")}, 16)';
  const six =
    '{sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28)';
  expect(read(`connect(21<TCP:[4711]>, ${four} = -1 EINPROGRESS`)).toBe('connection 127.0.0.2:443');
  expect(read(`connect(21<TCPv6:[4711]>, ${six} = -1 EINPROGRESS`)).toBe('connection [::1]:443');
  expect(read('connect(21<UNIX-STREAM:[1]>, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0')).toBe(
    'connection unix:/run/x',
  );
  expect(read(`connect(21<UDP:[4711]>, ${four} = 0`)).toBeUndefined();
});

test('the moment is told in milliseconds, and what is no call is nothing', () => {
  expect(deedIn('812 1731675000.25 fork() = 813')?.at).toBe(1_731_675_000_250);
  expect(deedIn('812 1731675000.25 <... openat resumed>) = 3</etc/hosts>')).toBeUndefined();
  expect(deedIn('')).toBeUndefined();
});
