// Stores something where all iterator helpers come from, to find it in another run.
// Expect: completed
const places = [
  Object.getPrototypeOf([].values().map(String)),
  Object.getPrototypeOf(Iterator.from({ next() {} })),
  Object.getOwnPropertyDescriptor(Error.prototype, 'message').set,
  Object.getOwnPropertyDescriptor(Iterator.prototype, Symbol.toStringTag).set,
  Object.getPrototypeOf(function* () {}.prototype),
]
for (const place of places) {
  if (place?.mine) log('ESCAPED: an earlier run was here')
  try {
    place.mine = true
    log('ESCAPED: a built-in object was changed')
  } catch {}
}
function onTick() {}
