// Logs proxies and getters that change things while they are read.
// Expect: completed
let reads = 0
function onStart() {
  const trap = new Proxy([], { get: (target, key) => (key === 'length' ? ++reads * 10 : key === 'toJSON' ? undefined : reads), ownKeys: () => ['a', 'a2'] })
  log(trap, { get a() { log('within'); return reads++ } })
  log.call(null, ...Array(1000).fill('many'))
}
function onTick() {}
