// Reads in the messages of ordinary errors that the stack is nearly full: V8 then describes values instead of naming them.
// Expect: errored script /call stack/ or errored timeout
let depth = 0
function message() {
  try {
    const number = 5
    for (const one of number) log(one)
  } catch (error) {
    return error.message
  }
}
function dive() {
  depth++
  if (depth < 20_000 || message() === 'number is not iterable') dive()
}
function onStart() {
  dive()
  buy({ quantity: 1000 + (depth % 1000) })
}
function onTick() {}
