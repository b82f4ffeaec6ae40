// Finds out how much nesting built-in functions can take, which depends on what is left of the stack.
// Expect: errored script /call stack/
function nested(depth) {
  let list = []
  for (let i = 0; i < depth; i++) list = [list]
  return list
}
function fits(depth) {
  try {
    nested(depth).flat(Infinity)
    return true
  } catch {
    return false
  }
}
function onStart() {
  let depth = 1000
  while (fits(depth)) depth = Math.ceil(depth * 1.03)
  buy({ quantity: depth })
}
function onTick() {}
