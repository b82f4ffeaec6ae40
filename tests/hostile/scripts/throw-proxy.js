// Throws a proxy that answers every question with an error.
// Expect: errored script
function onTick() {
  const refuse = () => {
    throw new Error('no')
  }
  throw new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse })
}
