import { type Clock, seededRandom, simulatedDate } from './simulated-globals.ts'

/** Sources of chance, of the machine's own facts, of shared memory, and of code that no analysis has seen. */
const REMOVED = [
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'FinalizationRegistry',
  'WeakRef',
  'console',
  'Intl',
  'Temporal',
  'ShadowRealm',
  'Function',
  'eval',
  'escape',
  'unescape',
  'globalThis',
]

/** Read from the prototype and yet assignable on objects that inherit from it. */
const OVERRIDABLE = ['toString', 'valueOf', 'constructor', 'name', 'message', 'hasOwnProperty', 'toJSON']

/**
 * Makes the context a closed, repeatable world: dangerous globals go, chance is seeded, time is simulated, and every
 * intrinsic is frozen. `random` takes the place of the chance that the seed gives. To be called before market data can be reached from any global: the walk would visit it.
 */
export function harden(
  global: Record<string, unknown>,
  seed: number,
  clock: Clock,
  random: () => number = seededRandom(seed),
): void {
  const functions = functionPrototypes()
  const intrinsics = hiddenIntrinsics()
  Math.random = random
  global['Date'] = simulatedDate(clock)
  for (const prototype of functions) Reflect.deleteProperty(prototype, 'constructor')
  for (const name of REMOVED) Reflect.deleteProperty(global, name)
  const everything = reachable([global, ...functions, ...intrinsics])
  for (const object of everything) removeLocale(object)
  const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, AggregateError]
  for (const prototype of [Object.prototype, ...errors.map((error) => error.prototype)]) allowOverride(prototype)
  for (const object of everything) Object.freeze(object)
}

function functionPrototypes(): object[] {
  const samples = [() => undefined, function* () {}, async () => undefined, async function* () {}]
  return samples.map((sample) => Object.getPrototypeOf(sample) as object)
}

/** Prototypes that no global leads to. */
function hiddenIntrinsics(): object[] {
  const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator]()]
  const others = [''.matchAll(/x/g), (function* () {})(), (async function* () {})()]
  return [...iterators, ...others].map((object) => Object.getPrototypeOf(object) as object)
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

/** What depends on the machine's language settings. */
function removeLocale(object: object): void {
  for (const name of Object.getOwnPropertyNames(object)) {
    if (name.startsWith('toLocale') || name === 'localeCompare') Reflect.deleteProperty(object, name)
  }
}

/** A frozen prototype would forbid `object.toString = …` on everything that inherits from it; an accessor does not. */
function allowOverride(prototype: object): void {
  for (const name of OVERRIDABLE) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name)
    if (descriptor === undefined || !('value' in descriptor)) continue
    const value: unknown = descriptor.value
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: false,
      get: Object.freeze(() => value),
      set: Object.freeze(function (this: object, next: unknown) {
        if (this === prototype) throw new TypeError(`Cannot change ${name} of a built-in object`)
        Object.defineProperty(this, name, { value: next, writable: true, enumerable: true, configurable: true })
      }),
    })
  }
}
