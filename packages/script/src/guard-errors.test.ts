import { describe, expect, it } from 'vitest'
import { guardErrors } from './guard-errors.ts'
import { wrapScript } from './wrap-script.ts'

/** Lets every error pass, and counts them. */
class Counter {
  open = 0
  seen: unknown[] = []

  pass(error: unknown): unknown {
    this.take(error)
    return error
  }

  take(error: unknown): void {
    this.seen.push(error)
    this.open = 0
  }

  end(): void {
    throw new Error('ended')
  }
}

/** Evaluates a guarded script that declares `onTick`; returns what this returns or throws, and the guard. */
function run(source: string, guard = new Counter()) {
  const text = wrapScript(guardErrors(source).javascript, [])
  // oxlint-disable-next-line no-eval -- a wrapped script is one expression, made to be evaluated
  const factory = (0, eval)(text) as (api: object, guard: object) => { onTick(): unknown }
  const { onTick } = factory({}, guard)
  try {
    return { value: onTick(), guard }
  } catch (error) {
    return { error, guard }
  }
}

describe('a guarded script', () => {
  it.each([
    ['function onTick() { return 7 }', 7],
    ['const onTick = () => 7', 7],
    ['const onTick = () => ({ a: 7 })', { a: 7 }],
    ['const onTick = () => (1, 7)', 7],
    ['const f = (a) /* => */ => (b) => a + b\nconst onTick = () => f(3)(4)', 7],
    ['function onTick() {}', undefined],
    ['function onTick() { // a comment\n  return 7 // another one\n}', 7],
    ["function onTick() { 'use strict'; return typeof this }", 'undefined'],
    ['function onTick() { try { throw 7 } catch (error) { return error } }', 7],
    ['function onTick() { try { throw 7 } catch { return 8 } }', 8],
    ['function onTick() { try { throw { a: 7 } } catch ({ a, b = a + 1 }) { return [a, b] } }', [7, 8]],
    ['function onTick() { try { throw [7] } catch ([a]) { const b = a; return b } finally { onTick.c = 1 } }', 7],
    ['function onTick() { const a = []; try { a.push(1) } finally { a.push(2) } return a }', [1, 2]],
    ['function onTick() { for (;;) { try { throw 1 } catch { continue } finally { break } } return 7 }', 7],
    ['function onTick() { a: for (const x of [1, 2]) { try { throw x } catch { continue a } } return 7 }', 7],
    ['function* g() { try { yield 7 } finally { yield 8 } }\nconst onTick = () => [...g()]', [7, 8]],
    ['class A { #v = 7; constructor() { this.w = 1 } get v() { return this.#v } }\nconst onTick = () => new A().v', 7],
    [
      'class A { constructor(v) { this.v = v } }\nclass B extends A { constructor() { super(7) } }\nconst onTick = () => new B().v',
      7,
    ],
    ['const onTick = (a = () => 7) => a()', 7],
    [
      'const seven = () => 7\nconst onTick = (a = seven(), [b = seven()] = [], { [`${a}`]: c = 7 } = {}) => [a, b, c]',
      [7, 7, 7],
    ],
    ['function onTick(a = this, b = arguments.length) { return [a, b] }', [undefined, 0]],
    [
      'class A { a = 7; b = this.a + 0; static c = [7].map((x) => x)[0]; #d = this.b; get d() { return this.#d } }\nconst onTick = () => new A().d + A.c',
      14,
    ],
    ['const onTick = function () { return [1, 2].map((x) => x * 2).filter((x) => x > 2) }', [4]],
  ])('%s does what it does unguarded', (source, expected) => {
    expect(run(source)).toMatchObject({ value: expected })
  })

  it.each([
    ['a function', 'function onTick() { throw 7 }', [7]],
    [
      'each function on the way',
      'const f = () => { throw 7 }\nfunction g() { f() }\nconst onTick = () => g()',
      [7, 7, 7],
    ],
    ['an arrow without a body', 'const onTick = () => null.x', [expect.any(TypeError)]],
    ['a generator', 'function* g() { throw 7 }\nconst onTick = () => [...g()]', [7, 7]],
    ['parameters', 'const f = () => { throw 7 }\nconst onTick = (a = f()) => a', [7, 7]],
    [
      'a field',
      'class A { a = [][7].b }\nconst onTick = () => new A()',
      [expect.any(TypeError), expect.any(TypeError)],
    ],
    ['a getter', 'class A { get a() { throw 7 } }\nconst onTick = () => new A().a', [7, 7]],
    ['catch', 'function onTick() { try { throw 7 } catch (error) { return error } }', [7]],
    ['catch without a name', 'function onTick() { try { throw 7 } catch { return 1 } }', [7]],
    ['catch that takes the error apart', 'function onTick() { try { throw [7] } catch ([a]) { return a } }', [[7]]],
    ['finally', 'function onTick() { try { throw 7 } finally { return 1 } }', [7]],
    ['finally after catch', 'function onTick() { try { throw 7 } catch { throw 8 } finally { return 1 } }', [7, 8]],
  ])('shows the errors of %s', (_, source, seen) => {
    expect(run(source).guard.seen).toEqual(seen)
  })

  it('does not catch what its guard keeps', () => {
    class Keeper extends Counter {
      override take(): void {
        throw new Error('kept')
      }
    }
    const kept = { error: new Error('kept') }
    for (const end of ['catch', 'catch (error)', 'catch ({ a = 1 })', 'finally', 'catch {} finally']) {
      expect(run(`function onTick() { try { throw 7 } ${end} { return 1 } }`, new Keeper())).toMatchObject(kept)
    }
  })

  it('keeps its lines and knows what was added to them', () => {
    const source =
      'const f = (x) => g(x)\nfunction g(x) { return [x].map((y) => y.z.a) }\n\nfunction onTick() {\n  f(1)\n}'
    const { javascript, insertions } = guardErrors(source)
    const lines = javascript.split('\n')
    for (const { line, column, length } of insertions) {
      const text = lines[line - 1] as string
      lines[line - 1] = text.slice(0, column - 1) + text.slice(column - 1 + length)
    }
    expect(lines.join('\n')).toBe(source)
  })
})
