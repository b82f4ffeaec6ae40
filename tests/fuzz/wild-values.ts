import type { Chance } from '@tradeloom/testkit'

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'x\uDFFF',
  '\n\r\t',
  '\u001b[31m',
  '\u202e\u2066',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%00',
  '%s%n',
  '../../../etc/passwd',
  'C:\\windows\\win.ini',
  '<script>alert(1)</script>',
  '${7*7}',
  'null',
  'NaN',
  'Ω≈ç√∫ 🚀',
  'i\u0307\u0301'.repeat(50),
  '['.repeat(2000),
  'x'.repeat(300_000),
]
const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  -0.000_001,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  1e308,
  -1e308,
  5e-324,
  8.64e15,
  8.64e15 + 1,
  -8.64e15,
]
const DATES = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '1899-12-31T23:59:59.999Z',
  '1900-01-01T00:00:00.000Z',
  '1970-01-01T00:00:00Z',
  '2024-01-08T00:00:00.000Z',
  '2024-01-09T12:00:00.000Z',
  '2024-01-12T00:00:00.000Z',
  '2024-02-30T00:00:00Z',
  '2024-01-08T00:00:00.000000000000000001Z',
  '2024-01-08T24:00:00Z',
  '2199-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59Z',
]

export const wildText = (chance: Chance): string => chance.of(TEXTS)
export const wildNumber = (chance: Chance): number => chance.of(NUMBERS)
export const wildDate = (chance: Chance): string => chance.of(DATES)

/** Any JSON value in the wrong place. */
export function wildValue(chance: Chance): unknown {
  const kinds: (() => unknown)[] = [
    () => wildText(chance),
    () => wildText(chance),
    () => wildNumber(chance),
    () => wildNumber(chance),
    () => wildDate(chance),
    () => null,
    () => chance.is(0.5),
    () => [],
    () => ({}),
    () => [wildText(chance), wildNumber(chance)],
    () => ({ [wildText(chance)]: wildNumber(chance) }),
    () => nested(chance.of([3, 100, 3000])),
  ]
  return chance.of(kinds)()
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
