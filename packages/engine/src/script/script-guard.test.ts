import { describe, expect, it } from 'vitest'

import { flatBars, runScript } from '../run.fixture.ts'

const ITERABLE = `const iterable = {
  [Symbol.iterator]() { return this },
  next() { return { done: false, value: 1 } },
  return() { dive() },
}
function* generator() { try { yield 1 } finally { dive() } }`

/** Runs an expression with a function that calls itself without end; it logs what the expression leaves to be logged. */
function logAfter(expression: string): string[] {
  const source = `let depth = 0
    function dive() { depth++; dive() }
    ${ITERABLE}
    function onStart() {
      try { ${expression} } catch { log('caught') }
      log('continued')
    }
    function onTick() { log('a tick') }`
  return runScript(source, flatBars(1.1, 5)).log.map(({ message }) => message)
}

describe('a script whose stack is full', () => {
  it.each([
    ['catches the error', 'dive()'],
    ['catches what is in the error', 'try { dive() } catch ({ message }) { log(message) }'],
    ['drops it in finally', 'for (;;) { try { dive() } finally { break } }'],
    ['drops it in a finally after a catch', 'for (;;) { try { throw 1 } catch { dive() } finally { break } }'],
    ['replaces it', 'try { dive() } finally { throw new Error("mine") }'],
    ['fills it in a getter', '({ get a() { return this.a } }).a'],
    ['fills it in a setter', '({ set a(value) { this.a = value } }).a = 1'],
    ['fills it in a conversion', 'const a = { toString() { return `${this}` } }; String(a)'],
    ['fills it in a comparator', '[2, 1].sort(function compare() { return [2, 1].sort(compare)[0] })'],
    ['fills it in a callback', '[1].map(function each() { return [1].map(each) })'],
    ['fills it in toJSON', 'JSON.stringify({ toJSON() { return JSON.stringify(this) } })'],
    ['fills it while it logs', 'log({ toJSON() { return JSON.stringify(this) } })'],
    ['fills it in a replacer', `'a'.replace(/a/, function replace() { return 'a'.replace(/a/, replace) })`],
    ['fills it in a proxy', 'const a = new Proxy({}, { get: () => a.b }); a.b'],
    ['fills it in a default', 'const a = (b = a()) => b; a()'],
    ['fills it in a field', 'class A { a = new A() }; new A()'],
    ['fills it in a constructor', 'class A { constructor() { new A() } }; new A()'],
    ['fills it in a generator', 'function* a() { yield* a() }; [...a()]'],
    ['passes too many arguments', 'Math.max(...Array.from({ length: 3_000_000 }, () => 1))'],
    ['nests a text too deeply', `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)`],
    ['nests a list too deeply', `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)`],
    ['logs what is nested too deeply', `let a = []; for (let i = 0; i < 1e5; i++) a = [a]; log(a)`],
    ['closes a loop', 'for (const a of iterable) throw a'],
    ['closes a loop over a generator', 'for (const a of generator()) throw a'],
    ['closes a pattern', 'const [a = null.b] = { ...iterable, next: () => ({ done: false }) }; log(a)'],
    ['closes a list', 'Array.from(iterable, (a) => a.b.c)'],
    ['closes a map', 'new Map(iterable)'],
    ['closes entries', 'Object.fromEntries(iterable)'],
    ['closes groups', 'Object.groupBy(iterable, (a) => a.b.c)'],
    ['closes what an iterator maps', 'Iterator.from(iterable).forEach((a) => a.b.c)'],
    ['closes by a default', 'for (const a of { ...iterable, return(b = this.return()) { return b } }) throw a'],
    ['closes with a field', 'class A { a = new A() }; for (const a of { ...iterable, return: () => new A() }) throw a'],
    ['ends with an ordinary error', 'for (const a of iterable) throw a'],
  ])('does not continue when it %s', (_, expression) => {
    expect(() => logAfter(expression)).toThrow('Maximum call stack size exceeded')
  })

  it('cannot catch anything near the end of the stack, where messages depend on it', () => {
    const source = `function message() {
      try {
        const number = 5
        for (const one of number) log(one)
      } catch (error) { return error.message }
    }
    function dive() { if (message() === 'number is not iterable') dive() }
    function onStart() { dive(); log('continued') }
    function onTick() {}`
    expect(() => runScript(source, flatBars(1.1, 5))).toThrow('Maximum call stack size exceeded')
  })
})

describe('a script that catches what is the same everywhere', () => {
  it.each([
    'throw new Error("mine")',
    'null.a',
    'new Array(-1)',
    `'x'.repeat(2 ** 30)`,
    '(1).toFixed(200)',
    '2n ** (2n ** 31n)',
    `JSON.parse('{')`,
    `new RegExp('(')`,
    'for (const a of iterable) { iterable.return = () => ({}); throw a }',
    `bars('nothing')`,
  ])('continues after %s', (expression) => {
    expect(logAfter(expression).slice(0, 3)).toEqual(['caught', 'continued', 'a tick'])
  })
})
