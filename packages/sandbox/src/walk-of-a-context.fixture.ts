import { LANGUAGE_NAMES } from '@tradeloom/script'

/**
 * A script that looks for everything it can reach, by every name and every piece of syntax, and throws a list of what is
 * not frozen and of what it must not find.
 */
export const WALK_OF_A_CONTEXT = `
const roots = { ${[...LANGUAGE_NAMES].filter((name) => !['undefined', 'NaN', 'Infinity'].includes(name)).join(', ')} }
const api = { instrument, account, positions, orders, bars, indicators, buy, sell, closePosition, closeAll, modify, cancel,
  oco, crossedAbove, crossedBelow, plot, log, now, round, pips, every }
const own = new Set()
const open = []
const seen = new Set()
const FORBIDDEN = /^(Promise|fromAsync|lastMatch|\\$1|WebAssembly|Atomics|(Shared)?ArrayBuffer|DataView|(Big)?(Float|Int|Uint)[0-9]+(Clamped)?Array|BYTES_PER_ELEMENT|byteLength|WeakRef|eval|Function)$/
/** Typed arrays show the bits of a NaN, which are not the same in every run. */
const UNREPEATABLE = /^\\[object (\\w+\\d\\w*Array|\\w*ArrayBuffer|DataView|Promise|WeakRef)\\]$/

/** What the script has made itself, and so may change: its parts are walked and it is not. */
function mine(value) {
  own.add(value)
  return value
}
function samples() {
  const next = () => ({ done: true })
  const made = {
    arrow: () => 1, method: { a() {} }.a, getter: Reflect.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').get,
    function: function () {}, generatorFunction: function* () {}, class: class A {}, derived: class B extends Array {},
    generator: (function* () { yield 1 })(), arguments: (function () { return arguments })(1),
    array: [], object: {}, bare: Object.create(null), regexp: /x/g, match: /x/.exec('x'), date: new Date(), error: new Error('x'),
    typeError: new TypeError('x'), aggregate: new AggregateError([]), map: new Map(), set: new Set(), weakMap: new WeakMap(),
    weakSet: new WeakSet(), boxedNumber: Object(1), boxedText: Object('x'), boxedSymbol: Object(Symbol('x')), boxedBig: Object(1n),
    boxedBoolean: Object(true), bound: (() => 1).bind(null), proxy: new Proxy({}, {}), revocable: Proxy.revocable({}, {}),
    arrayIterator: [].values(), mapIterator: new Map().entries(), setIterator: new Set().values(), textIterator: ''[Symbol.iterator](),
    matches: ''.matchAll(/x/g), wrapped: Iterator.from({ next }), descriptor: Reflect.getOwnPropertyDescriptor(Math, 'PI'),
    template: ((strings) => strings)\`a\${1}b\`, entries: Object.entries({ a: 1 }), grouped: Object.groupBy([1], String),
    groups: /(?<a>x)/.exec('x').groups, withIndices: /(?<a>x)/d.exec('x').indices, parsed: JSON.parse('{}'), split: 'a'.split(''),
    concatenated: typeof Iterator.concat === 'function' ? Iterator.concat([1]) : null,
  }
  for (const name of ['map', 'filter', 'take', 'drop', 'flatMap'])
    made[name] = [].values()[name](name === 'take' || name === 'drop' ? 1 : (x) => [x])
  for (const call of [() => null.x, () => later + 1, () => [].reduce(log), () => JSON.parse('{'), () => decodeURI('%'), () => bars('x')]) {
    try { call() } catch (error) { made['thrown ' + error.name] = error }
  }
  const later = 1
  return made
}

function visit(value, path) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  if (!own.has(value) && !Object.isFrozen(value)) open.push(path)
  if (UNREPEATABLE.test(Object.prototype.toString.call(value))) open.push('UNREPEATABLE ' + path)
  visit(Reflect.getPrototypeOf(value), path + '.__proto__')
  for (const key of Reflect.ownKeys(value)) {
    if (!own.has(value) && FORBIDDEN.test(String(key))) open.push('FORBIDDEN ' + path + '.' + String(key))
    const { value: one, get, set } = Reflect.getOwnPropertyDescriptor(value, key)
    // Fields of what the script has made are its own too; what a getter or a prototype leads to is not.
    if (own.has(value) && one !== null && typeof one === 'object' && !Object.isFrozen(one)) mine(one)
    visit(one, path + '.' + String(key))
    visit(get, path + '.get ' + String(key))
    visit(set, path + '.set ' + String(key))
  }
}
function walk() {
  for (const [name, root] of Object.entries(roots)) visit(root, name)
  for (const [name, root] of Object.entries(api)) visit(root, name)
  visit(bars('M1'), 'bars()')
  visit(indicators.SMA('M1', 3), 'SMA()')
  const made = samples()
  for (const [name, sample] of Object.entries(made)) {
    if (sample === null || seen.has(sample)) continue
    mine(sample)
    // What a function of the script makes inherits from an object of its own.
    if (typeof sample === 'function' && sample.prototype) mine(sample.prototype)
    if (name === 'generator') mine(Reflect.getPrototypeOf(sample))
    if (name === 'revocable') mine(sample.revoke)
    visit(sample, name)
  }
  throw new Error(open.length + ' open of ' + seen.size + ': ' + open.join(' | '))
}
function onIntervalClose() { walk() }
`
