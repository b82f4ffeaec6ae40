// Looks for anything that runs later: promises and their sources, by every name and prototype.
// Expect: completed
function onStart() {
  const later = ['Promise', 'fromAsync', 'AsyncIterator', 'AsyncDisposableStack', 'waitAsync', 'queueMicrotask', 'disposeAsync']
  const seen = new Set()
  function visit(value, path) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    visit(Reflect.getPrototypeOf(value), path + '.__proto__')
    for (const key of Reflect.ownKeys(value)) {
      if (later.includes(String(key))) log('ESCAPED to ' + path + '.' + String(key))
      const { value: next, get, set } = Reflect.getOwnPropertyDescriptor(value, key)
      for (const one of [next, get, set]) visit(one, path + '.' + String(key))
    }
  }
  for (const root of [Object, Array, Iterator, Reflect, Proxy, function* () {}, [].values().map(String), new Error()]) visit(root, 'root')
  if (typeof Promise !== 'undefined') log('ESCAPED to Promise')
}
function onTick() {
  return { then: (resolve) => { resolve(1); log('ESCAPED: somebody has waited') } }
}
