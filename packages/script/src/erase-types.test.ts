import { describe, expect, it } from 'vitest'
import { eraseTypes } from './erase-types.ts'

/** The erased text with runs of blanks collapsed. */
function erased(source: string): string {
  const { javascript, errors } = eraseTypes(source)
  expect(errors).toEqual([])
  expect(javascript).toHaveLength(source.length)
  // Every remaining character stays at its offset.
  for (let at = 0; at < source.length; at++) {
    if (!' ;)'.includes(javascript[at] ?? '')) expect(javascript[at]).toBe(source[at])
  }
  return javascript.replace(/ +/g, ' ').trim()
}

describe('erasing types', () => {
  it.each([
    ['let a: number = 1', 'let a = 1'],
    ['let a!: number', 'let a ;'],
    ['let a', 'let a'],
    ['function f(a: number, b?: string): void {}', 'function f(a , b ) {}'],
    ['function f(this: Foo, a: number) {}', 'function f( a ) {}'],
    ['function f({ a }: Foo, [b]: number[] = []) {}', 'function f({ a } , [b] = []) {}'],
    ['function f<T extends Foo>(a: T) {}', 'function f (a ) {}'],
    ['const f = <T,>(a: T): T => a', 'const f = (a ) => a'],
    ['const m = new Map<string, number>()', 'const m = new Map ()'],
    ['f<number>(1)', 'f (1)'],
    ['const a = b as number', 'const a = b;'],
    ['const a = (b as number) + c!', 'const a = (b ) + c;'],
    ['const a = { b } satisfies Foo, c = 1', 'const a = { b } , c = 1'],
    ['a!.b!.c', 'a .b .c'],
    ['for (const a of b as number[]) {}', 'for (const a of b ) {}'],
    ['for (let i = 0 as number; i < 1; i++) {}', 'for (let i = 0 ; i < 1; i++) {}'],
    ['class A<T> extends B<T> implements C, D { x = 1 }', 'class A extends B { x = 1 }'],
    [
      'class A extends B { private readonly a?: number = 1; static override b(): void {} }',
      'class A extends B { ; a = 1; static b() {} }',
    ],
    ['class A { constructor(a: number); constructor(a: unknown) {} }', 'class A { ; constructor(a ) {} }'],
    ['class A { [key: string]: number; declare b: number; c!: string }', 'class A { ; ; c ; }'],
    ['abstract class A { abstract b(): void; protected c() {} }', 'class A { ; ; c() {} }'],
    ['try {} catch (error: unknown) {}', 'try {} catch (error ) {}'],
    ['const a = b ? (c): d => e : f', 'const a = b ? (c) => e : f'],
    ['function f(a: string): asserts a is Foo\nfunction f(a) {}', '; \nfunction f(a) {}'],
  ])('%s', (source, expected) => {
    expect(erased(source)).toBe(expected)
  })

  it('removes whole declarations', () => {
    expect(erased('interface A { b: number }')).toBe(';')
    expect(erased('type A = number')).toBe(';')
    expect(erased('declare const a: number')).toBe(';')
    expect(erased('declare global { interface B {} }')).toBe(';')
  })

  it('separates statements that only a type had kept apart', () => {
    expect(erased('let a = b as Foo\n(c)')).toBe('let a = b; \n(c)')
    expect(erased('let a = b\ntype C = Foo\n(d)')).toBe('let a = b\n; \n(d)')
    expect(erased('class A { x = b as Foo\n [c] = 1 }')).toBe('class A { x = b; \n [c] = 1 }')
    expect(erased('class A { x = 1\n private [c] = 1 }')).toBe('class A { x = 1\n ; [c] = 1 }')
  })

  it('keeps an arrow on the line of its closing bracket', () => {
    const text = eraseTypes('const f = (a):\n  number => a').javascript
    expect(() => new Function(text)).not.toThrow()
    expect(text.split('\n')[1]).toBe('       ) => a')
  })

  it('leaves plain JavaScript unchanged', () => {
    const source = 'const a = b < c, d = e > f\nlabel: for (;;) { break label }\nconst g = h ? (i) : j // as number\n'
    expect(eraseTypes(source)).toEqual({ javascript: source, errors: [] })
  })
})
