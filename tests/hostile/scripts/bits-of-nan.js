// Looks for a typed array or a buffer, by which it could read the bits of a NaN, under all names and in all values.
// Expect: completed
const seen = new Set()
function walk(value, path) {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  const tag = Object.prototype.toString.call(value)
  if (/(Array|Buffer|View)\]$/.test(tag) && tag !== '[object Array]') log('ESCAPED to ' + tag + ' at ' + path)
  walk(Reflect.getPrototypeOf(value), path + '.__proto__')
  for (const key of Reflect.ownKeys(value)) {
    if (/^(buffer|byteLength|BYTES_PER_ELEMENT|getFloat64)$/.test(String(key))) log('ESCAPED to ' + path + '.' + String(key))
    const { value: one, get, set } = Reflect.getOwnPropertyDescriptor(value, key)
    for (const next of [one, get, set]) walk(next, path + '.' + String(key))
    if (get) {
      try {
        walk(Reflect.get(value, key), path + '.' + String(key))
      } catch {
        // It needs another object.
      }
    }
  }
}
let isDone = false
function onIntervalClose(bar) {
  if (isDone) return
  isDone = true
  const globals = [Object, Array, Number, String, Symbol, BigInt, Date, RegExp, JSON, Math, Map, Set, WeakMap, WeakSet, Iterator, Proxy, Reflect, Error]
  const api = [instrument, account, positions, orders, bars, indicators, buy, modify, plot, log, every, round, bars('M1'), indicators.SMA('M1', 3), bar]
  const made = [[].values(), new Map().entries(), ''.matchAll(/x/g), (function* () {})(), new Error('x'), [1].values().map((x) => x), bars('M1').at(), buy({ quantity: 1000 })]
  for (const [i, one] of [...globals, ...api, ...made].entries()) walk(one, String(i))
  for (const kind of [typeof Float64Array, typeof ArrayBuffer, typeof DataView, typeof Uint8Array, typeof SharedArrayBuffer])
    if (kind !== 'undefined') log('ESCAPED to a ' + kind)
}
