import { describe, expect, it } from 'vitest'
import { analyzeScript } from './analyze-script.ts'

const HANDLER = '\nfunction onTick() {}'

function indicators(source: string): string[] {
  return analyzeScript(source + HANDLER).indicators.map(({ key, line, column }) => `${line}:${column} ${key}`)
}

describe('the indicators that a script names', () => {
  it('are found as members, by quoted name and by destructuring', () => {
    expect(indicators(`const a = indicators.SMA('H1', 20)\nconst b = indicators['MyRSI']('H1')`)).toEqual([
      '1:22 SMA',
      '2:22 MyRSI',
    ])
    expect(indicators(`const { SMA, MyRSI: mine } = indicators\nlog(SMA, mine)`)).toEqual(['1:9 SMA', '1:14 MyRSI'])
  })

  it('are found on other markets, in a variable or directly', () => {
    expect(indicators(`const pound = market('GBPUSD')\nlog(pound.indicators.MyRSI('H1'))`)).toEqual(['2:22 MyRSI'])
    expect(indicators(`const a = market('GBPUSD').indicators.MyRSI('H1')\nlog(a)`)).toEqual(['1:39 MyRSI'])
    expect(indicators(`const pound = market('GBPUSD')\nconst { MyRSI } = pound.indicators\nlog(MyRSI)`)).toEqual([
      '2:9 MyRSI',
    ])
  })

  it('are listed once each, at the first place', () => {
    expect(indicators(`log(indicators.A('H1'), indicators.B('H1'), indicators.A('M5'))`)).toEqual(['1:16 A', '1:36 B'])
  })

  it('do not include members of an object of the script with the same name', () => {
    expect(indicators('const indicators = { mine: 1 }\nlog(indicators.mine)')).toEqual([])
    expect(indicators('const chart = { indicators: { mine: 1 } }\nlog(chart.indicators.mine)')).toEqual([])
    expect(indicators('log(indicators[instrument.symbol])')).toEqual([])
  })

  it('are found in a script with types', () => {
    expect(indicators(`const a: Indicator<number> = indicators.MyRSI('H1', 14 as number)\nlog(a)`)).toEqual([
      '1:41 MyRSI',
    ])
  })

  it('are empty for a script of an indicator', () => {
    expect(analyzeScript('function onTick(period = 2) { return period }', 'indicator').indicators).toEqual([])
  })
})
