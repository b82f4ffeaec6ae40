// Fills the stack while an iterator is closed after another error: JavaScript drops the second error by itself.
// Expect: errored script /call stack/
let depth = 0
function dive() {
  depth++
  dive()
}
const iterable = {
  [Symbol.iterator]() {
    return this
  },
  next() {
    return { done: false, value: 1 }
  },
  return() {
    dive()
  },
}
function* generator() {
  try {
    yield 1
  } finally {
    dive()
  }
}
const WAYS = [
  () => {
    for (const one of iterable) throw one
  },
  () => {
    for (const one of generator()) throw one
  },
  () => {
    const [a = log.no.name] = { ...iterable, next: () => ({ done: false, value: undefined }) }
    return a
  },
  () => {
    const parameter = {
      ...iterable,
      return(_ = (depth++, this.return())) {},
    }
    for (const one of parameter) throw one
  },
  () => {
    class Field {
      field = (depth++, new Field())
    }
    for (const one of { ...iterable, return: () => new Field() }) throw one
  },
  () => Array.from(iterable, (one) => one.no.name),
  () => new Map(iterable),
  () => Iterator.from(iterable).forEach((one) => one.no.name),
]
function onStart() {
  for (const way of WAYS) {
    depth = 0
    try {
      way()
    } catch {
      buy({ quantity: 1000 + (depth % 1000) })
    }
  }
}
function onTick() {}
