import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { definePanel } from './define-panel.ts'

const load = async () => () => null

/** Version 1 stored minutes; version 2 stores the interval. */
const panel = definePanel({
  name: 'candles',
  title: 'Candles',
  letter: 'C',
  size: { w: 3, h: 2 },
  options: z.object({ interval: z.enum(['M5', 'M15']).default('M15'), side: z.enum(['bid', 'ask']).default('bid') }),
  version: 2,
  migrate: (options, version) => {
    const { minutes, ...others } = z.object({ minutes: z.number() }).loose().parse(options)
    return version === 1 ? { ...others, interval: `M${minutes}` } : options
  },
  access: 'public',
  load,
})

let warnings: unknown[][] = []
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...texts) => void warnings.push(texts))
})
afterEach(() => vi.restoreAllMocks())

describe('the options of a panel', () => {
  it('have their defaults in a layout that stored none', () => {
    expect(panel.readOptions(undefined)).toEqual({ interval: 'M15', side: 'bid' })
    expect(panel.readOptions({ version: 2, values: {} })).toEqual({ interval: 'M15', side: 'bid' })
  })

  it('are read as they were stored', () => {
    const stored = panel.storeOptions({ interval: 'M5', side: 'ask' })
    expect(JSON.parse(JSON.stringify(stored))).toEqual({ version: 2, values: { interval: 'M5', side: 'ask' } })
    expect(panel.readOptions(stored)).toEqual({ interval: 'M5', side: 'ask' })
  })

  it('of an earlier version are migrated', () => {
    const stored = { version: 1, values: { minutes: 5, side: 'ask' } }
    expect(panel.readOptions(stored)).toEqual({ interval: 'M5', side: 'ask' })
    expect(warnings).toEqual([])
  })

  it.each([
    ['no stored options', 'M5'],
    ['null', null],
    ['options that are not valid', { version: 2, values: { interval: 'M7' } }],
    ['options that cannot be migrated', { version: 1, values: { minutes: 'five' } }],
    ['options of a later version', { version: 3, values: { interval: 'M5' } }],
  ])('are the defaults, with a warning, for %s', (_what, stored) => {
    expect(panel.readOptions(stored)).toEqual({ interval: 'M15', side: 'bid' })
    expect(warnings).toEqual([
      ['The stored options of the panel candles cannot be read; it starts with its defaults.', expect.anything()],
    ])
  })

  it('need a default each, or the panel cannot be defined', () => {
    const options = z.object({ interval: z.string() })
    const size = { w: 1, h: 1 }
    expect(() =>
      definePanel({ name: 'bad', title: 'Bad', letter: 'B', size, options, version: 1, access: 'public', load }),
    ).toThrow(/interval/)
  })
})
