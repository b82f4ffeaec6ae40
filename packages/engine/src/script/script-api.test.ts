import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { minuteBars, testSpec } from '../run.fixture.ts'
import { createRun } from '../run.ts'
import type { ScriptApi } from './script-types.ts'

const typings = ['tradeloom.d.ts', 'indicators.generated.d.ts']
  .map((file) => readFileSync(join(import.meta.dirname, '../../../script/api', file), 'utf8'))
  .join('\n')

/** Member names of an interface in the typing file. */
function membersOf(name: string): string[] {
  const body = new RegExp(`^interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(typings)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map((match) => match[1] as string)
}

interface Shape {
  readonly all: () => readonly object[]
}

describe('objects of the script API', () => {
  const held: Record<string, unknown> = {}
  const run = createRun({
    spec: testSpec(),
    series: [{ instrumentId: 'EURUSD:TEST', columns: minuteBars(Array.from({ length: 5 }, () => [1.1, 1.2, 1, 1.1])) }],
    factory: (api: ScriptApi) => {
      const { instrument, account, positions, orders, bars, indicators, buy, cancel } = api as ScriptApi & {
        bars: (interval: string) => object
        indicators: Record<string, (interval: string) => object>
        buy: (request: object) => object
        cancel: (order: object) => object
      }
      Object.assign(held, { Instrument: instrument, Account: account, Positions: positions, Orders: orders })
      Object.assign(held, { Bars: bars('M1'), Indicators: indicators, Indicator: indicators['SMA']?.('M1') })
      return {
        onTick: (tick) => (held['Tick'] = tick),
        onIntervalClose: (bar) => {
          held['Bar'] = bar
          held['Order'] = buy({ quantity: 1000 })
          held['Answer'] = cancel(held['Order'] as object)
        },
        onPositionOpened: () => (held['Position'] = (positions as Shape).all()[0]),
      }
    },
  })
  while (run.step(100));
  run.finish()

  for (const name of Object.keys(held)) {
    it(`${name} has every member that the typing file declares`, () => {
      const members = membersOf(name)
      expect(members.length).toBeGreaterThan(1)
      for (const member of members) expect(member in (held[name] as object), member).toBe(true)
    })
  }

  it('covers every kind of object', () => expect(Object.keys(held)).toHaveLength(12))
})
