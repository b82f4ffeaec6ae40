import { describe, expect, it } from 'vitest'
import { parseTypings } from './parse-typings.ts'
import { API_TYPINGS, INDICATOR_TYPINGS } from './sources.generated.ts'

const typings = `${API_TYPINGS}\n${INDICATOR_TYPINGS}`

describe('parseTypings', () => {
  const docs = parseTypings(typings)

  it('finds every declared value and function, each with a description', () => {
    const declared = [...typings.matchAll(/^declare (?:const|function) (\w+)/gm)].map(([, name]) => name)
    expect(docs.globals.map(({ name }) => name)).toEqual(declared)
    expect(docs.globals.filter(({ text }) => text === '')).toEqual([])
  })

  it('finds every type with its members', () => {
    const declared = [...typings.matchAll(/^(?:declare type|(?:declare )?interface) (\w+)/gm)].map(([, name]) => name)
    expect(docs.types.map(({ name }) => name)).toEqual(declared)
    const tick = docs.types.find(({ name }) => name === 'Tick')
    expect(tick?.members.map(({ name }) => name)).toEqual(['time', 'bid', 'ask'])
    expect(tick?.members[1]).toMatchObject({ signature: 'bid: number', text: 'The price you sell at.' })
  })

  it('finds every member of every type, by a plain look at the lines', () => {
    let type = ''
    const declared = typings.split('\n').flatMap((line) => {
      if (line === '}') type = ''
      type = /^(?:declare )?interface (\w+)/.exec(line)?.[1] ?? type
      const name = type === '' ? undefined : /^ {2}(?:readonly )?([\w$]+)[?(:<]/.exec(line)?.[1]
      return name === undefined ? [] : [`${type}.${name}`]
    })
    expect(declared.length).toBeGreaterThan(200)
    const found = docs.types.flatMap(({ name, members }) => members.map((member) => `${name}.${member.name}`))
    expect(found).toEqual(declared)
  })

  it('joins a multi-line signature into one line', () => {
    const indicators = docs.types.find(({ name }) => name === 'Indicators')
    const macd = indicators?.members.find(({ name }) => name === 'MACD')
    expect(macd?.signature).toContain(
      'MACD(interval: BarInterval | TickCount | KnownSeries, fast?: number, slow?: number, signal?: number)',
    )
  })

  it('keeps the lists of the introduction', () => {
    expect(docs.introduction).toContain('- `onTick(tick: Tick)`: after every tick.')
  })
})
