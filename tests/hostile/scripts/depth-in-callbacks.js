// Fills the stack by way of built-in functions that call the script, and catches the error outside of them.
// Expect: errored script /call stack/
let depth = 0
const count = () => {
  depth++
}
const object = {
  get next() {
    count()
    return this.next
  },
  toString() {
    count()
    return `${this}`
  },
  toJSON() {
    count()
    return JSON.stringify(this)
  },
}
const WAYS = [
  () => [2, 1].sort(function compare() {
    count()
    return [2, 1].sort(compare)[0]
  }),
  () => object.next,
  () => String(object),
  () => JSON.stringify(object),
  () => log(object),
  () => 'a'.replace(/a/, function replace() {
    count()
    return 'a'.replace(/a/, replace)
  }),
  () => [1].map(function each() {
    count()
    return [1].map(each)
  }),
]
function onStart() {
  for (const way of WAYS) {
    depth = 0
    try {
      way()
    } catch {
      log('caught')
    }
    buy({ quantity: 1000 + (depth % 1000) })
  }
}
function onTick() {}
