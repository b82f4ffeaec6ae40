// Throws a proxy that throws on every access.
// Expect: errored script
function onTick() {
  const refuse = () => {
    throw new Error('no')
  }
  throw new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse })
}
