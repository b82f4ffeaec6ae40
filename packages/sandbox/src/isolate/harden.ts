import { ENGINE_ONLY_NAMES } from './engine-only-names.ts'
import { showScriptFramesOnly } from './script-stack.ts'
import { type Clock, seededRandom, simulatedDate } from './simulated-globals.ts'

/**
 * Globals that are kept: what scripts may use. Everything else is removed, including what future versions of V8 add:
 * randomness, machine details, typed arrays, shared memory, unchecked code, and promises, which run when the engine pauses
 * and would therefore depend on the speed of the machine.
 */
const KEPT: ReadonlySet<PropertyKey> = new Set(
  `Object Array Number Boolean String Symbol BigInt Date RegExp JSON Math Map Set WeakMap WeakSet Iterator Proxy Reflect
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  Infinity NaN undefined parseFloat parseInt isFinite isNaN
  decodeURI decodeURIComponent encodeURI encodeURIComponent`.split(/\s+/),
)

/** `RegExp`'s own features; its other properties remember the last match of anyone, including the engine. */
const KEPT_OF_REGEXP: ReadonlySet<PropertyKey> = new Set(['length', 'name', 'prototype', 'escape', Symbol.species])

/** Read from the prototype, but assignable on objects that inherit from it. */
const OVERRIDABLE = ['toString', 'valueOf', 'constructor', 'name', 'message', 'hasOwnProperty', 'toJSON']

/**
 * Turns the context into a closed, reproducible world: dangerous globals are removed, randomness is seeded, time is
 * simulated, and every intrinsic is frozen. `random` replaces the seeded randomness. Call it before market data is
 * reachable from any global: the walk would visit it.
 */
export function harden(
  global: Record<string, unknown>,
  seed: number,
  clock: Clock,
  random: () => number = seededRandom(seed),
): void {
  const functions = functionPrototypes()
  const intrinsics = hiddenIntrinsics()
  const engineOnly = ENGINE_ONLY_NAMES.map((name) => global[name] as object)
  hideSource()
  showScriptFramesOnly()
  Math.random = random
  global['Date'] = simulatedDate(clock)
  for (const prototype of functions) Reflect.deleteProperty(prototype, 'constructor')
  keepOnly(global, KEPT)
  keepOnly(RegExp, KEPT_OF_REGEXP)
  Reflect.deleteProperty(Array, 'fromAsync')
  const everything = reachable([global, ...functions, ...intrinsics, ...engineOnly])
  for (const object of everything) removeLocale(object)
  const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError]
  for (const prototype of [Object.prototype, ...errors.map((error) => error.prototype)]) allowOverride(prototype)
  for (const object of everything) Object.freeze(object)
}

/** Shows no function's text: neither the engine's nor what was added to the script. */
function hideSource(): void {
  const { toString } = Function.prototype
  Object.assign(Function.prototype, {
    toString(this: unknown): string {
      // Throws for what is no function.
      toString.call(this)
      return 'function () { [native code] }'
    },
  })
}

function functionPrototypes(): object[] {
  const samples = [() => undefined, function* () {}, async () => undefined, async function* () {}]
  return samples.map((sample) => Object.getPrototypeOf(sample) as object)
}

/**
 * Intrinsics that no global references: prototypes of all kinds of iterators, and the functions behind an error's
 * stack.
 */
function hiddenIntrinsics(): object[] {
  const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator]()]
  // Newer than the type definitions of the language.
  const { from } = (globalThis as unknown as { Iterator: { from(of: object): { map(call: () => void): object } } })
    .Iterator
  const wrapped = from.call(undefined, { next: () => ({ done: true, value: 0 }) })
  const helpers = [wrapped, wrapped.map(() => undefined)]
  const others = [''.matchAll(/x/g), (function* () {})(), (async function* () {})()]
  const prototypes = [...iterators, ...helpers, ...others].map((object) => Object.getPrototypeOf(object) as object)
  const { get, set } = Object.getOwnPropertyDescriptor(new Error('sample'), 'stack') ?? {}
  return [...prototypes, ...[get, set].filter((accessor) => accessor !== undefined)]
}

function keepOnly(object: object, kept: ReadonlySet<PropertyKey>): void {
  for (const name of Reflect.ownKeys(object)) if (!kept.has(name)) Reflect.deleteProperty(object, name)
}

function reachable(roots: readonly object[]): Set<object> {
  const found = new Set<object>()
  const queue: unknown[] = [...roots]
  while (queue.length > 0) {
    const value = queue.pop()
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || found.has(value)) continue
    found.add(value)
    queue.push(Object.getPrototypeOf(value))
    for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
      queue.push(descriptor.value, descriptor.get, descriptor.set)
    }
    for (const symbol of Object.getOwnPropertySymbols(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, symbol)
      queue.push(descriptor?.value, descriptor?.get, descriptor?.set)
    }
  }
  return found
}

/** Removes what depends on the machine's locale. */
function removeLocale(object: object): void {
  for (const name of Object.getOwnPropertyNames(object)) {
    if (name.startsWith('toLocale') || name === 'localeCompare') Reflect.deleteProperty(object, name)
  }
}

/** A frozen prototype would forbid `object.toString = …` on everything that inherits from it; an accessor allows it. */
function allowOverride(prototype: object): void {
  for (const name of OVERRIDABLE) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
    if (descriptor === undefined || !('value' in descriptor)) continue
    const value: unknown = descriptor.value
    const accessor: object = {
      get [name]() {
        return value
      },
      set [name](next: unknown) {
        if (this === prototype) throw new TypeError(`Cannot change ${name} of a built-in object`)
        Object.defineProperty(this, name, { value: next, writable: true, enumerable: true, configurable: true })
      },
    }
    const { get, set } = Object.getOwnPropertyDescriptor(accessor, name) as PropertyDescriptor
    Object.freeze(get)
    Object.freeze(set)
    Object.defineProperty(prototype, name, { configurable: true, enumerable: false, get, set } as PropertyDescriptor)
  }
}
