import { describe, expect, it } from 'vitest'
import { apiTypings as typings } from './api-typings.ts'
import { parseTypings } from './parse-typings.ts'

describe('the documentation made from the typing file', () => {
  const docs = parseTypings(typings)

  it('has every declared value and function, each with a text', () => {
    const declared = [...typings.matchAll(/^declare (?:const|function) (\w+)/gm)].map(([, name]) => name)
    expect(docs.globals.map(({ name }) => name)).toEqual(declared)
    expect(docs.globals.filter(({ text }) => text === '')).toEqual([])
  })

  it('has every type, with its members', () => {
    const declared = [...typings.matchAll(/^(?:declare type|(?:declare )?interface) (\w+)/gm)].map(([, name]) => name)
    expect(docs.types.map(({ name }) => name)).toEqual(declared)
    const tick = docs.types.find(({ name }) => name === 'Tick')
    expect(tick?.members.map(({ name }) => name)).toEqual(['time', 'bid', 'ask'])
    expect(tick?.members[1]).toMatchObject({ signature: 'bid: number', text: 'The price at which one sells.' })
  })

  it('writes a signature of several lines on one', () => {
    const indicators = docs.types.find(({ name }) => name === 'Indicators')
    const macd = indicators?.members.find(({ name }) => name === 'MACD')
    expect(macd?.signature).toContain(
      'MACD(interval: BarInterval | TickCount, fast?: number, slow?: number, signal?: number)',
    )
  })

  it('keeps the introduction with its lists', () => {
    expect(docs.introduction).toContain('- `onTick(tick: Tick)`: after every tick.')
  })
})
