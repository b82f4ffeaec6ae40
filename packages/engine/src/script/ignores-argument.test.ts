import { describe, expect, it } from 'vitest'

import { flatBars, runScript } from '../run.fixture.ts'
import { ignoresArgument } from './ignores-argument.ts'

/** Compiled from text, because the formatter and the compiler would change functions written here. */
// oxlint-disable-next-line no-eval -- the test's own text
const compiled = (source: string) => (0, eval)(`(${source})`) as (value: unknown) => unknown

describe('a handler whose argument need not be created', () => {
  it.each([
    'function onIntervalClose() { return 1 }',
    'function onIntervalClose(bar) { return bars.length }',
    'function (bar) {}',
    '(bar) => 1',
    'bar => 1',
    '() => 1',
    'function f(tick) { return { a: 1, ticks: 2 } }',
  ])('does not mention it: %s', (source) => expect(ignoresArgument(compiled(source))).toBe(true))

  it.each([
    'function f(bar) { return bar.close }',
    'function f() { return arguments[0] }',
    'function f(bar) { return eval("b" + "ar") }',
    'function f(bar) { return b\\u0061r }',
    'function f(bar) { /* bar */ }',
    'function f(a, b) {}',
    'function f({ close }) { return close }',
    'function f(bar = 1) {}',
    'function f(...all) { return all }',
    'function f(bar /* the bar */) {}',
    'function* f(bar) {}',
    'Math.abs',
    '(function () {}).bind(null)',
    'new Proxy(function () {}, {})',
    '{ f(bar) {} }.f',
  ])('may read it: %s', (source) => expect(ignoresArgument(compiled(source))).toBe(false))

  it('is called for every bar, as one that reads its bar is', () => {
    const columns = flatBars(1.1, 4)
    const logOf = (handler: string) => runScript(handler, columns).log.map(({ message }) => message)
    const read = logOf('let n = 0\nfunction onIntervalClose(bar) { n += bar ? 1 : 0 }\nfunction onStop() { log(n) }')
    expect(logOf('let n = 0\nfunction onIntervalClose(bar) { n += 1 }\nfunction onStop() { log(n) }')).toEqual(read)
  })
})
