/** The ways in which one IPv4 address can be written where a URL has its host. */
export function formsOfIPv4(address: string): Readonly<Record<string, string>> {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8)}`;
  return {
    dotted: address,
    'with a dot behind': `${address}.`,
    'one number': String(whole),
    'one hex number': hex(whole),
    'one octal number': octal(whole),
    'HEX in capitals': `0X${whole.toString(16).toUpperCase()}`,
    'hex parts': bytes.map(hex).join('.'),
    'octal parts': bytes.map(octal).join('.'),
    'long octal parts': bytes.map((value) => `0000${value.toString(8).padStart(3, '0')}`).join('.'),
    'mixed parts': [hex(a), octal(b), c, d].join('.'),
    'two parts': `${a}.${(b * 256 + c) * 256 + d}`,
    'three parts': `${a}.${b}.${c * 256 + d}`,
    'wide digits': address.replaceAll('.', '。').replaceAll(/\d/g, wide),
    'percent-encoded': address.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`),
  };
}

function wide(digit: string): string {
  return String.fromCodePoint(0xff10 + Number(digit));
}

/** The IPv6 addresses in which one of IPv4 is carried along. */
export function carriedInIPv6(address: string): Readonly<Record<string, string>> {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const group = (high: number, low: number) => (high * 256 + low).toString(16);
  const [high, low] = [group(a, b), group(c, d)];
  return {
    mapped: `::ffff:${address}`,
    'mapped, in hex': `::ffff:${high}:${low}`,
    'mapped, in full': `0:0:0:0:0:ffff:${high}:${low}`,
    compatible: `::${high}:${low}`,
    translated: `::ffff:0:${high}:${low}`,
    NAT64: `64:ff9b::${high}:${low}`,
    '6to4': `2002:${high}:${low}::1`,
    ISATAP: `fe80::5efe:${high}:${low}`,
  };
}
