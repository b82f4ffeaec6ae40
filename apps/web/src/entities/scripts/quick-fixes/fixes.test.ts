import { analyzeScript } from '@tradeloom/script'
import { describe, expect, it } from 'vitest'
import { type Fix, fixesFor } from './fixes.ts'

/** The script after a fix. */
function applied(source: string, { line, column, endColumn, text }: Fix): string {
  return source
    .split('\n')
    .map((one, i) => (i === line - 1 ? one.slice(0, column - 1) + text + one.slice(endColumn - 1) : one))
    .join('\n')
}

/** The script after the first fix of a problem that the type checker reports about `marked`. */
function afterTypeFix(source: string, marked: string, message: string): string | null {
  const lines = source.split('\n')
  const i = lines.findIndex((line) => line.includes(marked))
  const column = (lines[i]?.indexOf(marked) ?? 0) + 1
  const [fix] = fixesFor({ message, lines, line: i + 1, column, endColumn: column + marked.length })
  return fix === undefined ? null : applied(source, fix)
}

/** The script after the first fix of the first problem that has one, and the problems that are left. */
function afterFix(source: string): { script: string; left: number } {
  const { errors, warnings } = analyzeScript(source)
  const [fix] = [...errors, ...warnings].flatMap((problem) => fixesFor({ ...problem, lines: source.split('\n') }))
  if (fix === undefined)
    throw new Error(`No fix for ${[...errors, ...warnings].map(({ message }) => message).join(', ')}`)
  const script = applied(source, fix)
  const rest = analyzeScript(script)
  return { script, left: rest.errors.length + rest.warnings.length }
}

describe('quick fixes of type errors', () => {
  it.each([
    [
      "Property 'SMAA' does not exist on type 'Indicators'. Did you mean 'SMA'?",
      'SMAA',
      'indicators.SMAA(20)',
      'indicators.SMA(20)',
    ],
    ["Property 'clos' does not exist on type 'Bar'. Did you mean 'close'?", 'clos', 'log(bar.clos)', 'log(bar.close)'],
    [
      `Argument of type '"M7"' is not assignable to parameter of type 'BarInterval | TickCount'.`,
      "'M7'",
      "bars('M7')",
      "bars('M5')",
    ],
    [
      `Argument of type '"H3"' is not assignable to parameter of type 'BarInterval | TickCount'.`,
      "'H3'",
      "bars('H3')",
      "bars('H4')",
    ],
    [
      "Object literal may only specify known properties, and 'qty' does not exist in type 'OrderRequest'.",
      'qty',
      'buy({ qty: 5 })',
      'buy({ quantity: 5 })',
    ],
    [
      "Type 'string' is not assignable to type 'number'.",
      'quantity',
      "buy({ quantity: '1000' })",
      'buy({ quantity: 1000 })',
    ],
    ["Argument of type 'string' is not assignable to parameter of type 'number'.", "'5'", "pips('5')", 'pips(5)'],
  ])('repair: %s', (message, marked, source, repaired) => {
    expect(afterTypeFix(source, marked, message)).toBe(repaired)
  })

  it('are not offered for what they cannot repair', () => {
    expect(afterTypeFix('buy({ blue: 1 })', 'blue', "'blue' does not exist in type 'OrderRequest'.")).toBeNull()
    expect(afterTypeFix('buy()', 'buy', 'Expected 1 arguments, but got 0.')).toBeNull()
  })
})

describe('quick fixes of the analysis', () => {
  it.each([
    ['function onIntervalClose() { console.log(1) }', 'function onIntervalClose() { log(1) }'],
    ['function onIntervalClose() { print(1) }', 'function onIntervalClose() { log(1) }'],
    ['function onIntervalClose() { byu({ quantity: 1 }) }', 'function onIntervalClose() { buy({ quantity: 1 }) }'],
    ['function onBar(bar) { log(bar.close) }', 'function onIntervalClose(bar) { log(bar.close) }'],
    ['function onTck(tick) { log(tick.bid) }', 'function onTick(tick) { log(tick.bid) }'],
    [
      'const externals = []\nfunction onTick() { log(period) }',
      "const externals = ['period']\nfunction onTick() { log(period) }",
    ],
    ['function onTick() { log(period) }', "const externals = ['period']\n\nfunction onTick() { log(period) }"],
    [
      "const externals = ['a', 'b']\nfunction onTick() { log(b) }",
      "const externals = ['b']\nfunction onTick() { log(b) }",
    ],
    [
      "const externals = ['a', 'b']\nfunction onTick() { log(a) }",
      "const externals = ['a']\nfunction onTick() { log(a) }",
    ],
    ['const unused = 5\nfunction onTick() {}', '\nfunction onTick() {}'],
  ])('repair %j', (source, repaired) => {
    expect(afterFix(source)).toEqual({ script: repaired, left: 0 })
  })
})
