import { TEMPLATES } from '@tradeloom/script/templates'
import { defineInstrument } from '@tradeloom/domain'
import { describe, expect, it } from 'vitest'
import { type Candle, minuteBars, MONDAY, runScript } from '../run.fixture.ts'

const DAYS = 8

/** Minutes in waves of several lengths, so that everything rises and falls again. */
function waves(level: number, phase: number): Candle[] {
  const at = (minute: number): number =>
    Math.round((level + 0.006 * Math.sin(minute / 260 + phase) + 0.003 * Math.sin(minute / 61)) * 1e5) / 1e5
  return Array.from({ length: DAYS * 1440 }, (_, minute): Candle => {
    const [open, close] = [at(minute), at(minute + 1)]
    return [open, Math.max(open, close), Math.min(open, close), close]
  })
}

describe('a new algorithm from a template', () => {
  const others = [{ instrumentId: 'GBPUSD:TEST', columns: minuteBars(waves(1.27, 1.3), 0.0001) }]
  const markets = [{ instrument: defineInstrument('GBPUSD:TEST'), closures: [], swap: null, funding: null }]

  it.each(TEMPLATES.filter(({ name }) => name !== 'blank').map(({ title, ...template }) => [title, template] as const))(
    'trades as it is: %s',
    (_, { name, script }) => {
      const changes = { interval: 'M15', end: MONDAY + DAYS * 86_400_000 } as const
      const isPair = name === 'pair-trading'
      const result = runScript(
        script,
        minuteBars(waves(1.1, 0), 0.0001),
        isPair ? { ...changes, markets } : changes,
        isPair ? others : [],
      )
      expect(result.positions.length).toBeGreaterThan(1)
      expect(result.log.filter(({ level }) => level === 'error')).toEqual([])
    },
  )

  it('of the blank one runs and trades nothing', () => {
    const blank = TEMPLATES.find(({ name }) => name === 'blank')!
    expect(runScript(blank.script, minuteBars(waves(1.1, 0)), { interval: 'M15' }).positions).toEqual([])
  })
})
