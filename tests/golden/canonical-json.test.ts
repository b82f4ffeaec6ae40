import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** The definition, implemented field by field. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => plain(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const record = value as Record<string, unknown>
  const names = Object.keys(record).filter((name) => record[name] !== undefined)
  return `{${names.sort().map((name) => `${JSON.stringify(name)}:${plain(record[name])}`)}}`
}

const text = (value: unknown): string => [...canonicalJson(value)].join('')

describe('canonical JSON', () => {
  it.each([
    null,
    'a "b" \u2028 \ud800',
    -0,
    [],
    {},
    [[], {}, [{}], null, undefined, Number.NaN],
    { b: 1, a: undefined, '10': 2, '9': 3, é: 'ü', Z: null },
    { z: [{ b: 1, a: 2 }, { c: 3, a: undefined }, 4, null], y: { x: { w: [1, 'two', { v: [] }] }, a: 1 } },
    { only: undefined },
  ])('of %j matches its definition', (value) => {
    expect(text(value)).toBe(plain(value))
  })

  it('does not depend on the order of fields and is returned in pieces', () => {
    const records = Array.from({ length: 40_000 }, (_, at) => ({
      id: at,
      name: `number ${at}`,
      at: at / 3,
      none: null,
    }))
    const turned = records.map(({ id, name, at, none }) => ({ none, at, name, id }))
    const pieces = [...canonicalJson({ records, list: records.map(({ at }) => at) })]
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe(text({ list: records.map(({ at }) => at), records: turned }))
    expect(pieces.join('')).toBe(plain({ records, list: records.map(({ at }) => at) }))
  })
})
