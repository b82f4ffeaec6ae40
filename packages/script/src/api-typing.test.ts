import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { analyzeScript } from './analyze-script.ts'
import { API_NAMES, INDICATOR_API_NAMES } from './api-names.ts'
import { typeExternals } from './type-externals.ts'

const API = fileURLToPath(new URL('../api/tradeloom.d.ts', import.meta.url))
const INDICATORS = fileURLToPath(new URL('../api/indicators.generated.d.ts', import.meta.url))
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** What the type checker says about a script, as in the editor. */
function check(source: string, file = 'script.ts'): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradeloom-typing-'))
  try {
    const { externals, errors } = analyzeScript(source)
    expect(errors).toEqual([])
    writeFileSync(join(folder, file), source)
    writeFileSync(join(folder, 'externals.d.ts'), typeExternals(externals))
    const language = ['--allowJs', '--checkJs', '--target', 'es2024', '--lib', 'es2024', '--types', '']
    // Handlers in JavaScript have no types on their arguments.
    const options = ['--noEmit', '--strict', '--noImplicitAny', 'false', ...language]
    const files = [API, INDICATORS, join(folder, 'externals.d.ts'), join(folder, file)]
    const { stdout, stderr } = spawnSync(process.execPath, [TSC, ...options, ...files], {
      cwd: folder,
      encoding: 'utf8',
    })
    return stdout + stderr
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the typing of the API', () => {
  it('declares every name that scripts get, and no others', () => {
    const text = readFileSync(API, 'utf8')
    const declared = [...text.matchAll(/^declare (?:const|function) (\w+)/gm)].map((match) => match[1])
    expect(new Set(declared)).toEqual(new Set([...API_NAMES, ...INDICATOR_API_NAMES]))
  })

  it('accepts a script that uses all of it', () => {
    const source = `const externals = ['risk', { name: 'slow', defaultValue: 30 }]
const slowAverage = indicators.SMA('M15', slow)
const macd = indicators.MACD('H1')
every('H4', (bar: Bar) => log('four hours', bar.close))
const pound: Market = market('GBPUSD')
const poundAverage = pound.indicators.SMA('H1', slow)
pound.every('M15', (bar) => log(pound.instrument.symbol, bar.close, poundAverage.value()))
pound.onTick(({ bid }) => {
  if (pound.positions.count === 0 && bid < pound.bars('D1').low()) pound.buy({ quantity: 1, stopLoss: pound.round(bid - pound.pips(9)) })
  if (pound.orders.count > 1 && pound.ask > bid) pound.closeAll('LONG')
})
function onStart(): void {
  log(instrument.symbol, account.equity, new Date(now()).toISOString())
}
function onTick(tick: Tick): void {
  if (!slowAverage.ready || !macd.ready || positions.count > 0 || orders.count > 0) return
  const order: Order = buy({ quantity: 1000, limitPrice: round(tick.bid - pips(risk)), stopLossPips: 20, timeInForce: 'GTC' })
  if (order.status === 'REJECTED') log(order.reason)
  plot('macd', macd.value().histogram, { pane: 'study', color: '#3b82f6' })
}
function onIntervalClose(bar: Bar): void {
  for (const position of positions) {
    const { accepted, reason } = modify(position, { stopLoss: bar.low, takeProfit: null })
    if (!accepted) log(reason)
    if (position.profit > 10) closePosition(position, position.quantity / 2)
  }
  for (const order of orders.all()) cancel(order)
  if (bars('D1').close(1) > bars('D1').close() && bars('M1').forming !== null) sell({ quantity: 1, stopPrice: bar.low })
  closeAll('SHORT')
}
function onOrder(order: Order): void { log(order.fillPrice) }
function onPositionClosed(position: Position): void { log(position.closeReason, position.pips) }`
    expect(check(source)).toBe('')
  })

  it('reports mistakes', () => {
    const found = check(`function onTick(tick: Tick) {
  buy({ quantity: '1' })
  buy({ quantity: 1, tag: 3 * 7 })
  sell({ quantity: 1, stoploss: 2 })
  log(tick.price)
  indicators.SMA('M7', 3)
}`)
    expect([...found.matchAll(/script\.ts\((\d+),/g)].map((match) => match[1])).toEqual(['2', '3', '4', '5', '6'])
  })
})

const example = fileURLToPath(new URL('../../../../shared/design/examples/sma-cross.js', import.meta.url))
if (!existsSync(example)) console.info(`${example} is not there: the example is not checked`)

describe.skipIf(!existsSync(example))('the documented example script', () => {
  it('has no errors, no warnings and no type errors, and is not changed', () => {
    const source = readFileSync(example, 'utf8')
    expect(analyzeScript(source)).toMatchObject({ errors: [], warnings: [], javascript: source })
    expect(check(source, 'script.js')).toBe('')
  })
})
