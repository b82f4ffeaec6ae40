import * as fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { analyzeScript, MAX_SCRIPT_BYTES } from './analyze-script.ts'
import type { ScriptKind } from './api-names.ts'
import { wrapScript, wrapShift } from './wrap-script.ts'

/** The fast lane tries a quarter of the random cases. */
const rounds = (full: number): number => (inject('lane') === 'full' ? full : Math.ceil(full / 4))

const HANDLER = '\nfunction onTick(tick) {}'

function errors(source: string, kind: ScriptKind = 'algorithm'): string[] {
  return analyzeScript(source, kind).errors.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

function warnings(source: string): string[] {
  return analyzeScript(source).warnings.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

// oxlint-disable-next-line no-eval -- a wrapped script is one expression, made to be evaluated
const evaluate = (text: string): unknown => (0, eval)(text)

describe('externals', () => {
  it('reads externals and their defaults without running the script', () => {
    const source = `const externals = ['fast', { name: 'slow', defaultValue: -30.5 }, { name: 'k' }]
      function onTick() { log(fast, slow, k) }`
    const analysis = analyzeScript(source)
    expect(analysis.errors).toEqual([])
    expect(analysis.warnings).toEqual([])
    expect(analysis.externals).toEqual([{ name: 'fast' }, { name: 'slow', defaultValue: -30.5 }, { name: 'k' }])
  })

  it.each([
    ['const externals = 5', '1:19 externals must be an array'],
    ['const externals = { fast: 1 }', '1:19 externals must be an array'],
    ['let externals', '1:5 externals must be an array'],
    ['const externals = [5]', '1:20 Each external must be a string or an object with a name'],
    [`const externals = ['a', ...['b']]`, '1:25 Each external must be a string or an object with a name'],
    [`const externals = ['']`, '1:20 The name of an external must be a string that is not empty'],
    [`const externals = [{ defaultValue: 1 }]`, '1:20 The name of an external must be a string that is not empty'],
    [`const externals = [{ name: 7 }]`, '1:28 The name of an external must be a string that is not empty'],
    [`const externals = [{ name: 'a', defaultValue: '1' }]`, '1:47 The defaultValue of an external must be a number'],
    [`const externals = [{ name: 'a', min: 1 }]`, `1:33 Unrecognized property 'min' of an external`],
    [`const externals = ['a', 'a']`, '1:25 External a is declared twice'],
    [`const externals = ['buy']`, '1:20 buy is a reserved word and cannot be used'],
    [`const externals = ['process']`, '1:20 process is a reserved word and cannot be used'],
    [`const externals = ['onTick']`, '1:20 onTick is a reserved word and cannot be used'],
    [`const externals = ['__proto__']`, '1:20 __proto__ is a reserved word and cannot be used'],
    [`const externals = ['a', { name: '__proto__' }]`, '1:33 __proto__ is a reserved word and cannot be used'],
    [`const externals = ['1a']`, `1:20 '1a' cannot name an external: it must be a valid JavaScript identifier`],
    [`const externals = ['class']`, `1:20 'class' cannot name an external: it must be a valid JavaScript identifier`],
    [`const externals = ['a']\nconst a = 1`, '2:7 a is an external and cannot be declared again'],
    [`const externals = ['a']\nfunction f() { a = 1 }\nf()`, '2:16 a cannot be assigned'],
  ])('%s', (source, expected) => {
    expect(errors(source + HANDLER)).toContain(expected)
  })

  it('warns about externals that are never used', () => {
    expect(warnings(`const externals = ['fast']${HANDLER}`)).toEqual(['1:20 External fast is never used'])
    expect(warnings(`const externals = ['fast']\nfunction onTick() { return [1].map(() => fast) }`)).toEqual([])
  })

  it('refuses externals in an indicator', () => {
    expect(errors(`const externals = ['a']${HANDLER}`, 'indicator')).toContain(
      '1:7 externals cannot be used in indicators: declare parameters of onTick instead',
    )
  })
})

describe('markets', () => {
  it('lists markets as written, once each, in the order of their first calls', () => {
    const source = `const pound = market('GBPUSD'), yen = market("USDJPY:FXCM")
if (yen.instrument) log(market('GBPUSD') === pound)
const more = [market(\`BRK.B\`)].map((one) => one.bid)
log(more)`
    const analysis = analyzeScript(source + HANDLER)
    expect(analysis).toMatchObject({ errors: [], warnings: [], markets: ['GBPUSD', 'USDJPY:FXCM', 'BRK.B'] })
  })

  it.each([
    ['market(name)\nvar name', "1:8 market takes one literal string, as in market('GBPUSD')"],
    ["market('GBP' + 'USD')", "1:8 market takes one literal string, as in market('GBPUSD')"],
    ['market(`${1}`)', "1:8 market takes one literal string, as in market('GBPUSD')"],
    ['market()', "1:1 market takes one literal string, as in market('GBPUSD')"],
    ["market('GBPUSD', 1)", "1:18 market takes one literal string, as in market('GBPUSD')"],
    ["market(...['GBPUSD'])", "1:8 market takes one literal string, as in market('GBPUSD')"],
    ["market('GBP/USD')", "1:8 'GBP/USD' is not a market: write a symbol such as GBPUSD, or SYMBOL:BROKER"],
    ["market('gbpusd')", "1:8 'gbpusd' is not a market: write a symbol such as GBPUSD, or SYMBOL:BROKER"],
    ["market('')", "1:8 '' is not a market: write a symbol such as GBPUSD, or SYMBOL:BROKER"],
    ['const open = market\nopen', "1:14 market can only be called, as in market('GBPUSD')"],
    ["new market('GBPUSD')", "1:5 market can only be called, as in market('GBPUSD')"],
    ['market?.name', "1:1 market can only be called, as in market('GBPUSD')"],
    ['market = 1', '1:1 market cannot be assigned'],
  ])('are refused in %j', (source, expected) => {
    expect(errors(source + HANDLER)).toContain(expected)
  })

  it.each(["function f() { market('X') }", "const f = () => market('X')", "class A { a = market('X') }"])(
    'refuses a market outside the top level: %s',
    (source) => {
      const column = source.indexOf('market') + 1
      expect(errors(source + HANDLER)).toContain(
        `1:${column} market can only be called at the top level of the script, outside of functions and classes`,
      )
    },
  )

  it('allows at most sixteen other markets', () => {
    const calls = (count: number) => Array.from({ length: count }, (_, i) => `log(market('M${i}'))`).join('\n')
    expect(analyzeScript(calls(16) + HANDLER)).toMatchObject({ errors: [], markets: { length: 16 } })
    expect(errors(`${calls(17)}\nlog(market('M3'))${HANDLER}`)).toEqual([
      '17:5 A script can use at most 16 other markets',
    ])
  })

  it('lets a script declare a market of its own, and refuses market in an indicator', () => {
    const own = analyzeScript("const market = (name) => name\nfunction onTick() { market('x' + 1) }")
    expect(own).toMatchObject({ errors: [], markets: [] })
    const parameter = analyzeScript("const f = (market) => market('x')\nlog(f)" + HANDLER)
    expect(parameter).toMatchObject({ errors: [], markets: [] })
    expect(errors("market('GBPUSD')" + HANDLER, 'indicator')).toEqual(['1:1 market can only be used in algorithms'])
  })
})

describe('names', () => {
  it.each(['global', 'process', 'require', 'module', 'exports', 'Buffer', 'Float64Array', 'Uint8Array', 'WebAssembly'])(
    '%s is reserved, used or declared',
    (name) => {
      const message = `${name} is a reserved word and cannot be used`
      expect(errors(`function onTick() { return ${name}.x }`)).toEqual([`1:28 ${message}`])
      expect(errors(`function onTick() { const ${name} = 1; return ${name} }`)).toEqual([`1:27 ${message}`])
    },
  )

  it.each(['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'queueMicrotask'])(
    '%s is refused as a timer',
    (name) => {
      expect(errors(`function onTick() { ${name}(() => 1, 5) }`)).toEqual(['1:21 Timeouts cannot be used'])
    },
  )

  it('reports undeclared names at each place, except as operands of typeof', () => {
    expect(errors('function onTick() { foo(); bar2 = 1; return typeof baz }')).toEqual([
      '1:21 foo is not declared',
      '1:28 bar2 is not declared',
    ])
    expect(errors('function onTick() { console.log(1) }')).toEqual(['1:21 console cannot be used: write log(...)'])
    expect(errors('function onTick() { fetch("x") }')).toEqual(['1:21 fetch cannot be used: scripts have no network'])
    expect(errors('const r = ring(3)\nfunction onTick() { r.push(1) }')).toEqual([
      '1:11 ring can only be used in indicators',
    ])
  })

  it.each([
    ['typeof Float64Array.from([1])', '1:35 Float64Array is a reserved word and cannot be used'],
    ['typeof Float64Array(1)', '1:35 Float64Array is a reserved word and cannot be used'],
    ['typeof new DataView(1)', '1:39 DataView is a reserved word and cannot be used'],
    ['typeof Promise.resolve', '1:35 Promise cannot be used: a script waits for nothing'],
    ['typeof foo?.bar', '1:35 foo is not declared'],
    ['typeof (foo, 1)', '1:36 foo is not declared'],
    ['typeof foo`a`', '1:35 foo is not declared'],
    ['typeof foo++', '1:35 foo is not declared'],
  ])('%s reads the name', (expression, expected) => {
    expect(errors(`function onTick() { return ${expression} }`)[0]).toBe(expected)
  })

  it.each(['typeof Float64Array', 'typeof (DataView)', 'typeof foo'])('%s only asks whether there is one', (text) => {
    expect(errors(`function onTick() { return ${text} }`)).toEqual([])
  })

  it.each(['$tradeloom', '$tradeloomGuard', '$tradeloomError'])('%s belongs to the code around scripts', (name) => {
    const refused = `${name} is a reserved word and cannot be used`
    expect(errors(`function onTick() { return ${name} }`)).toEqual([`1:28 ${refused}`])
    expect(errors(`function onTick() { try { now() } catch (${name}) { log(1) } }`)).toEqual([`1:42 ${refused}`])
    expect(errors(`const externals = ['${name}']${HANDLER}`)).toContain(`1:20 ${refused}`)
  })

  it('warns at the top when a script redeclares a name of the API', () => {
    expect(errors(`var buy = 1${HANDLER}`)).toEqual([])
    expect(warnings(`var buy = 1${HANDLER}`)).toContain('1:5 buy hides buy of the script API')
    expect(() => new Function(`return ${wrapScript('var buy = 1, log', [])}`)).not.toThrow()
    expect(errors('function onTick() { const bars = 1; return bars }')).toEqual([])
  })

  it('warns about names that are never used', () => {
    expect(warnings(`const a = 1${HANDLER}`)).toEqual(['1:7 a is never used'])
  })

  it.each(['eval("1")', 'new Function("a")', '(0, eval)("1")', 'globalThis.x'])('%s is refused', (expression) => {
    expect(errors(`function onTick() { return ${expression} }`)[0]).toContain('is a reserved word and cannot be used')
  })
})

describe('tags of orders', () => {
  const RULE = 'tag must be a text of 1 to 32 characters in one line, without spaces at its ends'

  it('are refused at their place if no order could have them', () => {
    const of = (order: string) => errors(`function onIntervalClose() {\n  ${order}\n}`)
    expect(of(`buy({ quantity: 1, tag: '${'x'.repeat(33)}' })`)).toEqual([`2:27 ${RULE}`])
    expect(of("sell({ 'tag': ' a' })")).toEqual([`2:17 ${RULE}`])
    expect(of('buy({ tag: `a\\nb` })')).toEqual([`2:14 ${RULE}`])
    expect(of('buy({ tag: 5 })')).toEqual([`2:14 ${RULE}`])
    expect(errors("const other = market('GBPUSD')\nfunction onTick() { other.sell({ tag: '' }) }")).toEqual([
      `2:39 ${RULE}`,
    ])
  })

  it('are accepted if they follow the rule, or are known only when the script runs', () => {
    const fine = ["buy({ tag: 'breakout' })", `buy({ tag: '${'x'.repeat(32)}' })`, 'buy({ tag: null })']
    const later = ['buy({ tag: String(now()).repeat(40) })', 'const request = { quantity: 1 }; buy(request)']
    for (const order of [...fine, ...later]) expect(errors(`function onIntervalClose() { ${order} }`)).toEqual([])
    // One that the script declares itself is no order.
    expect(errors("function buy(x) { log(x.tag) }\nfunction onTick() { buy({ tag: ' ' }) }")).toEqual([])
    expect(errors('const shop = { buy: (x) => log(x) }\nfunction onTick() { shop.buy({ tag: 7 }) }')).toEqual([])
  })
})

describe('code that would run after its function has returned', () => {
  it.each([
    ['async function onTick() {}', '1:1'],
    ['const onTick = async () => {}', '1:16'],
    [`\n  async function* all() { yield 1 }${HANDLER}`, '2:3'],
    [`const a = { async b() { await 1 } }${HANDLER}`, '1:13'],
    [`class A { static async #b() {} }${HANDLER}`, '1:11'],
    [`log(async (x) => { for await (const y of x) log(y) })${HANDLER}`, '1:5'],
    [`const a = async x => x${HANDLER}`, '1:11'],
    [`function a(b = async () => 1) {}${HANDLER}`, '1:16'],
  ])('%j is refused at %s', (source, place) => {
    expect(errors(source)).toContainEqual(expect.stringMatching(new RegExp(`^${place} Functions must be synchronous`)))
    expect(errors(source, 'indicator')).toContainEqual(expect.stringMatching(/Functions must be synchronous/))
  })

  it.each(['Promise.resolve()', 'new Promise(log)', '(0, Promise).all([])'])('%s is refused', (expression) => {
    expect(errors(`function onTick() { return ${expression} }`)).toContainEqual(
      expect.stringContaining('Promise cannot be used: a script waits for nothing'),
    )
  })

  it('allows async, await and then as property names', () => {
    expect(errors(`const a = { async: 1, await: 2, then: 3 }; log(a.async, a.then)${HANDLER}`)).toEqual([])
  })
})

describe('handlers', () => {
  it.each([
    "every('H1', (bar) => log(bar.close))",
    "function onStart() { every('H1', (bar) => log(bar.close)) }",
    "market('GBPUSD').every('H1', (bar) => log(bar.close))",
    "const gbp = market('GBPUSD')\ngbp.onTick((tick) => log(tick.bid))",
    "const { every: each } = market('GBPUSD')\neach('M5', () => {})",
    "market('GBPUSD')['every']('H1', () => {})",
  ])('accepts handlers passed to every or to a market instead of declared ones: %s', (source) => {
    expect(errors(source)).toEqual([])
  })

  it('finds handlers declared as functions and as constants', () => {
    const source = 'function onStart() {}\nconst onTick = (tick) => tick\nlet onIntervalClose = function (bar) {}'
    expect(analyzeScript(source)).toMatchObject({ errors: [], handlers: ['onStart', 'onTick', 'onIntervalClose'] })
  })

  it.each([
    ['', '1:1 Script must declare onTick or onIntervalClose, or call every'],
    ['function onStart() {}', '1:1 Script must declare onTick or onIntervalClose, or call every'],
    ["market('GBPUSD')", '1:1 Script must declare onTick or onIntervalClose, or call every'],
    [
      "const every = () => {}\nevery('H1', () => {})",
      '1:1 Script must declare onTick or onIntervalClose, or call every',
    ],
    ['[1].every(Boolean)', '1:1 Script must declare onTick or onIntervalClose, or call every'],
    ['function onTick(a, b) {}', '1:20 onTick takes one argument: tick'],
    ['function onTick() {}\nfunction onStop(why) {}', '2:17 onStop takes no arguments'],
    ['function* onTick() {}', '1:11 onTick cannot be a generator'],
    ['function onTick() {}\nfunction onTick() {}', '2:10 onTick is declared twice'],
    ['const onTick = 5', '1:7 onTick must be a function'],
  ])('%s', (source, expected) => {
    expect(errors(source)).toContain(expected)
  })

  it('allows an indicator to keep state between calls', () => {
    const source = `const pane = 'overlay'
const window = ring(500)
function onTick(period = 20) { return bar.close + window.at(period) }
function onIntervalClose(period = 20) { window.push(bar.close); return window.count < period ? null : window.at() }`
    expect(analyzeScript(source, 'indicator')).toMatchObject({ errors: [], warnings: [] })
  })

  it.each([
    ['let sum = 0\nfunction onTick() { sum += bar.close; return sum }', '2:21 sum'],
    ['let last = null\nconst onTick = () => { last = bar.close; return last }', '2:24 last'],
    ['const seen = { count: 0 }\nfunction onTick() { return ++seen.count }', '2:30 seen'],
    ['let n = 0\nfunction next() { n++; return n }\nfunction onTick() { return next() }', '2:19 n'],
  ])('warns of what an indicator changes in onTick and nothing resets: %s', (source, expected) => {
    const [place, name] = expected.split(' ')
    expect(
      analyzeScript(source, 'indicator').warnings.map((one) => `${one.line}:${one.column} ${one.message}`),
    ).toEqual([
      `${place} ${name} changes in onTick, which is also called while a bar is forming, and is not reset: use kit.state`,
    ])
  })

  it.each([
    'let window = null\nfunction onTick(period = 2) { window ??= ring(period); window.push(bar.close); return window.mean() }',
    'let state = null\nfunction onTick() { state ??= kit.state({ sum: 0 }); state.sum += bar.close; return state.sum }',
    'let sum = 0\nfunction onIntervalClose() { sum += bar.close; return sum }',
    'const at = { a: 1 }\nfunction onTick() { const own = []; own[at.a] = 1; let sum = 0; sum += own.length; return sum }',
    'let sum = 0\nfunction onTick() { let sum = 1; sum++; return sum + bar.close }\nfunction onIntervalClose() { return sum++ }',
  ])('does not warn of state that is reset, or local, or changed for finished bars only: %s', (source) => {
    expect(analyzeScript(source, 'indicator')).toMatchObject({ errors: [], warnings: [] })
  })

  it('requires both handlers of an indicator to have the same arguments and literal defaults', () => {
    const both =
      'function onTick(period = 20, factor = -1.5) {}\nfunction onIntervalClose(period = 20, factor = -1.5) {}'
    expect(analyzeScript(both, 'indicator')).toMatchObject({
      errors: [],
      parameters: [
        { name: 'period', defaultValue: 20 },
        { name: 'factor', defaultValue: -1.5 },
      ],
    })
    const message = '2:10 onTick and onIntervalClose must have the same arguments and defaults'
    expect(errors('function onTick(a = 1) {}\nfunction onIntervalClose(a = 2) {}', 'indicator')).toEqual([message])
    expect(errors('function onTick(a) {}\nfunction onIntervalClose(b) {}', 'indicator')).toEqual([message])
    expect(errors('function onTick(a = bar) {}', 'indicator')).toEqual([
      '1:21 The default of a must be a literal value',
    ])
    expect(errors('function onTick({ a }) {}', 'indicator')).toEqual([
      '1:17 Parameters of an indicator must be plain names',
    ])
  })
})

describe('TypeScript that is more than types', () => {
  it.each([
    ['enum A { B }', '1:1 enum is more than a type'],
    ['namespace N { export const a = 1 }', '1:1 namespace is more than a type'],
    ['class A { constructor(private a: number) {} }', '1:23 Parameter properties cannot be used'],
    ['@sealed class A {}', '1:1 Decorators cannot be used'],
    [`import x from 'y'`, '1:1 import cannot be used'],
    [`import fs = require('fs')`, '1:1 import cannot be used'],
    ['export const a = 1', '1:1 export cannot be used'],
    ['export default 1', '1:1 export cannot be used'],
    ['await 1', '1:1 await cannot be used at the top of a script'],
    [`log(import('x'))`, '1:5 import cannot be used'],
    ['const a = <number>1', `1:11 Write 'value as Type'`],
    ['const f = <T>(a: T) => a', '1:11 Write a comma after the type parameter'],
  ])('%s', (source, expected) => {
    expect(errors(source + HANDLER).join('\n')).toContain(expected)
  })
})

describe('arbitrary text', () => {
  it('reports one syntax error at its place', () => {
    expect(errors('const a = \nconst b = 1')).toEqual(['2:1 Unexpected token'])
    expect(errors('function onTick() {')[0]).toMatch(/^1:20 /)
    expect(errors('})(); (function () {')).toEqual(['1:1 Unexpected token'])
    expect(errors('return 5')[0]).toMatch(/^1:1 /)
  })

  it('refuses text that is too long or nested too deeply', () => {
    expect(errors('x'.repeat(MAX_SCRIPT_BYTES + 1))).toEqual(['1:1 Script is too long: 257 kB of at most 256 kB'])
    expect(errors('ä'.repeat(MAX_SCRIPT_BYTES / 2 + 1))[0]).toContain('Script is too long')
    expect(errors('['.repeat(100_000))).toEqual(['1:1 Script is nested too deeply'])
  })

  it('parses nested generics in a short time', () => {
    expect(errors(`x = ${'<T>('.repeat(400)}b${')'.repeat(400)}`)).toHaveLength(1)
  })

  it('never makes the analysis throw, and every position lies inside the text', () => {
    const words = `const externals = [ ] { } ( ) 'a' name: defaultValue function onTick onIntervalClose => = ; , < > ? !
      : number as async await class enum interface type import export \n \u2028 \` \${ } /* */ // /x/ 1 -1 a b ... @ # \\`
    const piece = fc.oneof(
      fc.constantFrom(...words.split(' ')),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('', ' '), (pieces, gap) => {
        const source = pieces.join(gap)
        const lines = source.split(/\r\n|[\n\r\u2028\u2029]/)
        for (const kind of ['algorithm', 'indicator'] as const) {
          const analysis = analyzeScript(source, kind)
          expect(analysis.javascript).toHaveLength(source.length)
          for (const { line, column } of [...analysis.errors, ...analysis.warnings]) {
            expect(line).toBeLessThanOrEqual(lines.length)
            expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
          }
        }
      }),
      { numRuns: rounds(2000) },
    )
  })
})

describe('wrapping', () => {
  it('wraps a script in one function that takes the API by name and returns the handlers', () => {
    const source = `const twice = fast * 2\nfunction onTick(tick) { return tick + twice + pips(1) }`
    const factory = evaluate(wrapScript(source, ['fast'])) as (api: object) => Record<string, (tick: number) => number>
    const handlers = factory({ fast: 3, pips: () => 100 })
    expect(handlers['onTick']?.(1000)).toBe(1106)
    expect(Object.keys(handlers)).toContain('onPositionClosed')
    expect(handlers['onStop']).toBeUndefined()
  })

  it('returns the settings of an indicator', () => {
    const factory = evaluate(wrapScript(`const pane = 'study', outputs = ['up']${HANDLER}`, [], 'indicator')) as (
      api: object,
    ) => object
    expect(factory({})).toMatchObject({ pane: 'study', outputs: ['up'] })
  })

  it('keeps the lines and shifts the first one by a known number of columns', () => {
    const source = 'first\nsecond'
    const wrapped = wrapScript(source, ['a', 'b'])
    expect(wrapped.split('\n')[0]?.slice(wrapShift(['a', 'b']))).toBe('first')
    expect(wrapped.split('\n')[1]).toBe('second')
  })

  it('throws for externals that are not identifiers', () => {
    expect(() => wrapScript('', ['a}=1;evil();({b'])).toThrow('cannot name an external')
  })
})

describe('series', () => {
  it('lists the datasets that a script reads, each once, with the place of its first call', () => {
    const source = `const cpi = series('FRED:CPIAUCSL'), again = series("FRED:CPIAUCSL", { delay: 0.5, forecasts: true, lag: 30 })
const euro = series('CFTC:099741', { 'column': 'lev_money_net' })
log(series(\`ECB:EXR/D.USD.EUR.SP00.A\`), cpi, again, euro)`
    const analysis = analyzeScript(source + HANDLER)
    expect(analysis.errors).toEqual([])
    expect(analysis.series).toEqual([
      { code: 'FRED:CPIAUCSL', column: null, line: 1, at: 13 },
      { code: 'CFTC:099741', column: 'lev_money_net', line: 2, at: 14 },
      { code: 'ECB:EXR/D.USD.EUR.SP00.A', column: null, line: 3, at: 5 },
    ])
  })

  it.each([
    ['series()', "1:1 series takes a literal code, as in series('FRED:CPIAUCSL')"],
    ["series('FRED' + 'X')", "1:8 series takes a literal code, as in series('FRED:CPIAUCSL')"],
    ["series('CPIAUCSL')", "1:8 'CPIAUCSL' is not a series: write PROVIDER:CODE, such as FRED:CPIAUCSL"],
    ["series('FRED:../x')", "1:8 'FRED:../x' is not a series: write PROVIDER:CODE, such as FRED:CPIAUCSL"],
    ["series('A1:B', 'c')", "1:16 The options of series must be written as an object, as in { column: 'value' }"],
    ["series('A1:B', {}, 1)", '1:20 series takes a code and options'],
    ["series('A1:B', { column: now() })", '1:18 The options of series must be literals'],
    ["series('A1:B', { ...{} })", '1:18 The options of series must be literals'],
    ["series('A1:B', { column: '' })", '1:18 The column of a series must be the name of a column'],
    ["series('A1:B', { delay: -1 })", '1:18 The delay of a series must be from 0 to 2678400 seconds'],
    ["series('A1:B', { forecasts: 1 })", '1:18 The option forecasts must be true or false'],
    ["series('A1:B', { lag: 1.5 })", '1:18 The lag of a series must be a whole number from 0 to 3650 days'],
    ["series('A1:B', { lag: '1' })", '1:18 The lag of a series must be a whole number from 0 to 3650 days'],
    [
      "series('A1:B', { lags: 1 })",
      "1:18 'lags' is not an option of series: there are column, delay, forecasts and lag",
    ],
    ['const open = series\nopen', "1:14 series can only be called, as in series('FRED:CPIAUCSL')"],
    [
      "function f() { series('A1:B') }",
      '1:16 series can only be called at the top level of the script, outside of functions and classes',
    ],
  ])('reports %s', (source, expected) => {
    expect(errors(source + HANDLER)).toContain(expected)
  })

  it('limits their number, and leaves a name of the script alone', () => {
    const calls = (count: number) => Array.from({ length: count }, (_, i) => `log(series('A1:B${i}'))`).join('\n')
    expect(errors(calls(16) + HANDLER)).toEqual([])
    expect(errors(`${calls(17)}\nlog(series('A1:B3'))${HANDLER}`)).toEqual(['17:5 A script can use at most 16 series'])
    const own = analyzeScript('const series = [1]\nfunction onTick() { log(series) }')
    expect([own.errors, own.series]).toEqual([[], []])
  })
})
